package dev.troupe.jobserver;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.StringJoiner;

/// Addresses as Kubernetes writes them. Java writes all eight parts of an IPv6 address; Kubernetes leaves the longest run of zeros out.
final class AddressText {
    private static final int PARTS = 8;

    private AddressText() {}

    static String of(InetAddress address) {
        return address instanceof Inet6Address ? short6(address.getAddress()) : address.getHostAddress();
    }

    private static String short6(byte[] bytes) {
        int[] parts = new int[PARTS];
        for (int i = 0; i < PARTS; i++) {
            parts[i] = (bytes[2 * i] & 0xff) << 8 | (bytes[2 * i + 1] & 0xff);
        }
        int start = 0;
        int longest = 1; // a single zero is written
        for (int i = 0; i < PARTS; i++) {
            int end = i;
            while (end < PARTS && parts[end] == 0) {
                end++;
            }
            if (end - i > longest) {
                start = i;
                longest = end - i;
            }
        }
        return longest == 1 ? joined(parts, 0, PARTS) : joined(parts, 0, start) + "::" + joined(parts, start + longest, PARTS);
    }

    private static String joined(int[] parts, int from, int to) {
        StringJoiner text = new StringJoiner(":");
        for (int i = from; i < to; i++) {
            text.add(Integer.toHexString(parts[i]));
        }
        return text.toString();
    }
}
