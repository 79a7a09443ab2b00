package dev.troupe.ssh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HostsFileTest {
    @TempDir
    private Path folder;

    private static List<Host> hosts(String text) throws HostsFile.Problems {
        return HostsFile.parse("hosts.txt", text.lines().toList());
    }

    private static void assertProblems(String text, String... problems) {
        assertEquals(String.join("\n", problems), assertThrows(HostsFile.Problems.class, () -> hosts(text)).getMessage());
    }

    @Test
    void everyFormOfAHostIsRead() throws Exception {
        assertEquals(List.of(new Host(Optional.empty(), "172.31.27.16", OptionalInt.empty(), NodeTerms.DETECTED),
                new Host(Optional.of("ubuntu"), "worker-1.example", OptionalInt.of(2222), NodeTerms.DETECTED),
                new Host(Optional.empty(), "::1", OptionalInt.empty(), NodeTerms.DETECTED),
                new Host(Optional.of("me"), "fe80::1%eth0", OptionalInt.of(22), NodeTerms.DETECTED),
                new Host(Optional.of("me@corp"), "gate", OptionalInt.empty(), NodeTerms.DETECTED)),
                hosts("""
                        # workers
                        172.31.27.16

                        \tubuntu@worker-1.example:2222   # the fast one
                        [::1]
                        me@[fe80::1%eth0]:22
                        me@corp@gate
                        """));
    }

    @Test
    void aHostIsWrittenAsItWasRead() throws Exception {
        for (String text : List.of("a", "u@a:22", "[::1]", "u@[::1]:2222")) {
            assertEquals(text, Host.of(text).toString());
        }
    }

    @Test
    void whatANodeOffersBecomesOptionsOfStart() throws Exception {
        assertEquals(List.of("--num-cpus", "8", "--num-gpus", "0.5", "--memory", "16g", "--labels", "zone=a,rack=2", "--resources",
                "{\"fpga\":2,\"disk\":1.5}", "--node-ip-address", "10.0.0.7"),
                hosts("a cpus=8 gpus=0.5 memory=16g labels=zone=a,rack=2 resources=fpga=2,disk=1.5 address=10.0.0.7").getFirst().terms()
                        .startOptions());
        assertEquals(List.of("--resources", "{\"fpga\":2}"), hosts("a resources={\"fpga\":2}").getFirst().terms().startOptions());
    }

    @Test
    void everyProblemNamesFileLineAndValue() {
        assertProblems("a\n-x\n::1\n[::1\n[::1]22\n@b\nb:0\nc:70000\nc:x\n",
                "hosts.txt:2: '-x' is not a host; write host, user@host or user@host:port",
                "hosts.txt:3: '::1' looks like an IPv6 address; write it in brackets: [::1]",
                "hosts.txt:4: '[::1' has no IPv6 address between its brackets; write [::1] or [::1]:22",
                "hosts.txt:5: '[::1]22' continues with '22' after the bracket; write [::1]:22",
                "hosts.txt:6: '@b' has no user before the @; write user@host or host",
                "hosts.txt:7: 'b:0' has the port '0'; write a number from 1 to 65535",
                "hosts.txt:8: 'c:70000' has the port '70000'; write a number from 1 to 65535",
                "hosts.txt:9: 'c:x' has the port 'x'; write a number from 1 to 65535");
    }

    @Test
    void everyWrongTermIsNamed() {
        assertProblems("""
                a cpu=2
                b colour=red
                c cpus
                d cpus=
                e cpus=many
                f cpus=1 cpus=2
                g memory=lots
                h labels=zone
                i resources=fpga=x
                j labels=a=1,a=2
                k address=a'b
                """,
                "hosts.txt:1: 'cpu=2' is unknown; did you mean cpus=…?",
                "hosts.txt:2: 'colour=red' is unknown; a host can have cpus, gpus, memory, labels, resources, address",
                "hosts.txt:3: 'cpus' has no value; write cpus=VALUE",
                "hosts.txt:4: 'cpus=' has no value; write cpus=VALUE",
                "hosts.txt:5: cpus is 'many'; write a number, e.g. cpus=4",
                "hosts.txt:6: 'cpus' is written twice; remove one",
                "hosts.txt:7: memory is 'lots'; write a number of bytes or an amount such as 16g",
                "hosts.txt:8: labels has the entry 'zone'; write names and values: labels=zone=a,rack=2",
                "hosts.txt:9: resources is 'x'; write amounts that are numbers, e.g. fpga=2",
                "hosts.txt:10: labels has 'a' twice; remove one",
                "hosts.txt:11: address is 'a'b'; write an address of the host, e.g. 10.0.0.7");
    }

    @Test
    void aHostIsListedOnce() throws Exception {
        assertProblems("a\nb\nme@A\n", "hosts.txt:3: 'me@A' is already listed in line 1; remove one of the lines");
        assertEquals(2, hosts("a:1\na:2\n").size());
    }

    @Test
    void filesThatCannotBeUsed() throws Exception {
        assertProblems("# nothing\n", "hosts.txt lists no host; write one in each line");
        Path missing = folder.resolve("missing");
        assertEquals(missing + " does not exist; write a file with one host in each line",
                assertThrows(HostsFile.Problems.class, () -> HostsFile.read(missing)).getMessage());
        Path binary = Files.write(folder.resolve("binary"), new byte[]{(byte) 0xff, (byte) 0xfe, 0});
        assertTrue(assertThrows(HostsFile.Problems.class, () -> HostsFile.read(binary)).getMessage().contains("is not a text file"));
        assertTrue(
                assertThrows(HostsFile.Problems.class, () -> HostsFile.read(folder)).getMessage().startsWith(folder + " cannot be read: "));
    }
}
