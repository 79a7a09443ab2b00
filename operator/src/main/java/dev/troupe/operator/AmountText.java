package dev.troupe.operator;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;

/// Amounts of resources as people write them in manifests: `500m` of a CPU, `10Gi` of memory.
final class AmountText {
    private static final List<String> BINARY = List.of("", "Ki", "Mi", "Gi", "Ti", "Pi");
    private static final BigDecimal THOUSAND = BigDecimal.valueOf(1000);

    private AmountText() {}

    static String of(String resource, BigDecimal amount) {
        BigDecimal plain = amount.stripTrailingZeros();
        if (plain.scale() > 0) {
            return plain.multiply(THOUSAND).stripTrailingZeros().toPlainString() + "m";
        }
        return isBytes(resource) ? bytes(plain.toBigInteger()) : plain.toPlainString();
    }

    private static boolean isBytes(String resource) {
        return resource.equals("memory") || resource.equals("ephemeral-storage") || resource.startsWith("hugepages-");
    }

    private static String bytes(BigInteger amount) {
        int unit = amount.signum() == 0 ? 0 : Math.min(amount.getLowestSetBit() / 10, BINARY.size() - 1);
        return amount.shiftRight(10 * unit) + BINARY.get(unit);
    }
}
