package dev.troupe.link;

import dev.troupe.transport.Acceptor;
import dev.troupe.transport.Address;
import dev.troupe.transport.Connection;
import dev.troupe.transport.Transport;
import dev.troupe.transport.TransportOptions;
import dev.troupe.transport.Transports;
import java.io.IOException;

/// `test://name`: found by the service loader, carried by memory.
public final class TestTransport implements Transport {
    private final Transport memory = Transports.find(new Address("mem", "any"));

    @Override
    public String scheme() {
        return "test";
    }

    @Override
    public Connection dial(Address to, TransportOptions options) throws IOException {
        return memory.dial(inMemory(to), options);
    }

    @Override
    public Acceptor listen(Address on, TransportOptions options) throws IOException {
        Acceptor acceptor = memory.listen(inMemory(on), options);
        return new Acceptor() {
            @Override
            public Connection accept() throws IOException {
                return acceptor.accept();
            }

            @Override
            public Address address() {
                return on;
            }

            @Override
            public void close() throws IOException {
                acceptor.close();
            }
        };
    }

    private static Address inMemory(Address address) {
        return new Address("mem", "carries " + address.target());
    }
}
