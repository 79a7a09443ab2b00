package dev.troupe.jobserver;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.LinkedHashMap;
import java.util.Map;

/// What the server answers: a message for people and data for programs.
///
/// @param data a tree; null when there is none
record Answer(String message, Object data) {
    private static final JsonMapper JSON = new JsonMapper();

    /// The envelope every answer comes in.
    byte[] envelope() {
        return envelope(true, message, data);
    }

    static byte[] failure(String message) {
        return envelope(false, message, null);
    }

    /// @param success the code is then 0, and 1 otherwise, as programs of the original expect
    private static byte[] envelope(boolean success, String message, Object data) {
        Map<String, Object> envelope = new LinkedHashMap<>();
        envelope.put("success", success);
        envelope.put("code", success ? 0 : 1);
        envelope.put("message", message);
        envelope.put("data", data);
        try {
            return JSON.writeValueAsBytes(envelope);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("no JSON can be made of " + data, e);
        }
    }
}
