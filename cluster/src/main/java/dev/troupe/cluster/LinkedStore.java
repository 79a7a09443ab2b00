package dev.troupe.cluster;

import dev.troupe.messages.Message;
import dev.troupe.messages.Query;
import dev.troupe.store.Place;
import dev.troupe.store.StoreView;
import io.ray.api.exception.RayException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Optional;

/// The node's store in another process: places are requested over the link, and bytes are read from the memory that both processes map.
///
/// @param requests to the process that contains it
public record LinkedStore(Requests requests, StoreView view) implements StoreService {
    /// A place in its encoded form.
    public record Spot(long id, long offset, long bytes, String file) {
        public static Spot of(Place place) {
            return new Spot(place.id(), place.offset(), place.bytes(), place.diskFile().map(Path::toString).orElse(""));
        }

        Place place() {
            return new Place(id, offset, bytes, file.isEmpty() ? Optional.empty() : Optional.of(Path.of(file)));
        }
    }

    @Override
    public Path file() {
        return view.file();
    }

    @Override
    public Place allocate(long bytes) {
        return ((Spot) requests.ask(new Query.Allocate(bytes))).place();
    }

    @Override
    public MemorySegment writable(Place place) {
        return view.writable(place);
    }

    @Override
    public void seal(long id, int owner) {
        requests.server().accept(new Message.Stored(id, Message.Stored.What.SEALED, owner));
    }

    @Override
    public void take(long id) {
        tell(id, Message.Stored.What.TAKEN);
    }

    @Override
    public void renounce(int process, int node) {
        requests.server().accept(new Message.Renounced(process, node));
    }

    @Override
    public void discard(long id) {
        tell(id, Message.Stored.What.DISCARDED);
    }

    @Override
    public Place pin(long id, long bytes) throws IOException {
        try {
            return ((Spot) requests.ask(new Query.Pin(id, bytes))).place();
        } catch (RayException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    public MemorySegment readable(Place place) {
        return view.segment(place);
    }

    @Override
    public void unpin(long id) {
        tell(id, Message.Stored.What.UNPINNED);
    }

    @Override
    public void delete(long id) {
        tell(id, Message.Stored.What.DELETED);
    }

    private void tell(long id, Message.Stored.What what) {
        requests.server().accept(new Message.Stored(id, what, 0));
    }
}
