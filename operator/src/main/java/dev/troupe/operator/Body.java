package dev.troupe.operator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.Map;

/// The JSON of a request.
final class Body {
    /// Larger than any request a program has reason to send.
    static final int LARGEST = 1 << 20;
    private static final JsonMapper JSON = new JsonMapper();

    private Body() {}

    /// Maps, lists and scalars.
    static Object tree(Context request) throws IOException {
        byte[] bytes = request.req().getInputStream().readNBytes(LARGEST + 1);
        if (bytes.length > LARGEST) {
            throw new Refusal(Refusal.TOO_LARGE, "the body has more than " + LARGEST + " bytes: send less");
        }
        if (bytes.length == 0) {
            throw new Refusal(Refusal.MALFORMED, "the body is empty: it must be JSON");
        }
        try {
            return JSON.readValue(bytes, Object.class);
        } catch (JsonProcessingException e) {
            throw new Refusal(Refusal.MALFORMED, "the body is no JSON: " + e.getOriginalMessage());
        }
    }

    /// A map. Fields nobody asks for are let pass: programs of later versions may send more.
    ///
    /// @param example a field it should have
    static Map<?, ?> map(Context request, String example) throws IOException {
        if (!(tree(request) instanceof Map<?, ?> map)) {
            throw new Refusal(Refusal.MALFORMED, "the body must be a map with " + example);
        }
        return map;
    }
}
