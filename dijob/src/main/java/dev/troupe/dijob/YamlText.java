package dev.troupe.dijob;

import java.util.ArrayList;
import java.util.List;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/// YAML 1.2 to maps, lists and scalars.
final class YamlText {
    private static final LoadSettings SETTINGS = LoadSettings.builder().setLabel("the file").setSchema(new CoreSchema()).build();

    private YamlText() {}

    /// Its message is a sentence for the one who wrote the file.
    static final class NotYaml extends Exception {
        private static final long serialVersionUID = 1;

        NotYaml(String sentence, Throwable cause) {
            super(sentence, cause);
        }
    }

    static List<Object> documents(String text) throws NotYaml {
        try {
            List<Object> documents = new ArrayList<>();
            new Load(SETTINGS).loadAllFromString(text).forEach(documents::add);
            return documents;
        } catch (MarkedYamlEngineException e) {
            String place = e.getProblemMark().map(mark -> "line " + (mark.getLine() + 1) + ", column " + (mark.getColumn() + 1))
                    .orElse("the file");
            throw new NotYaml(place + " is not YAML: " + firstLine(e.getProblem()), e);
        } catch (YamlEngineException e) {
            throw new NotYaml("the file is not YAML: " + firstLine(e.getMessage()), e);
        }
    }

    private static String firstLine(String message) {
        return message.lines().findFirst().orElse("").strip();
    }
}
