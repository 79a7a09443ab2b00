package dev.troupe.jobserver;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

/// The JSON of a request.
final class Body {
    /// More than programs need to send.
    static final int LARGEST = 1 << 20;
    private static final long MOST_DRAINED = 16 << 20;
    private static final JsonMapper JSON = new JsonMapper();

    private Body() {}

    /// Maps, lists and scalars.
    static Object tree(Context request) throws IOException {
        InputStream in = request.req().getInputStream();
        byte[] bytes = in.readNBytes(LARGEST + 1);
        if (bytes.length > LARGEST) {
            drain(in);
            throw new Refusal(Refusal.TOO_LARGE, "the body has more than " + LARGEST + " bytes: send less");
        }
        if (bytes.length == 0) {
            throw new Refusal(Refusal.MALFORMED, "the body is empty: it must be JSON");
        }
        try {
            return JSON.readValue(bytes, Object.class);
        } catch (JsonProcessingException e) {
            throw new Refusal(Refusal.MALFORMED, "the body is not JSON: " + e.getOriginalMessage());
        }
    }

    /// Reads the rest of the request: a client that is still sending when the connection is closed may not get the answer.
    private static void drain(InputStream in) throws IOException {
        for (long left = MOST_DRAINED, skipped = 1; left > 0 && skipped > 0; left -= skipped) {
            skipped = in.skip(left);
        }
    }

    /// A map. Unknown fields are ignored, because later versions of programs may send more.
    ///
    /// @param example a field it should have
    static Map<?, ?> map(Context request, String example) throws IOException {
        if (!(tree(request) instanceof Map<?, ?> map)) {
            throw new Refusal(Refusal.MALFORMED, "the body must be a map with " + example);
        }
        return map;
    }
}
