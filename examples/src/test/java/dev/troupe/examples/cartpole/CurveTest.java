package dev.troupe.examples.cartpole;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;

class CurveTest {
    private static final Evaluation FIRST = new Evaluation(new Experience(1, 1024, 40), 21.5);
    private static final Evaluation SECOND = new Evaluation(new Experience(3, 3072, 60), 480.25);

    @TempDir
    Path directory;

    @Test
    void theFilesAreAsCompleteAsTheLastEvaluation() throws IOException {
        Curve curve = new Curve(directory.resolve("run"), 475);
        curve.add(FIRST);
        curve.add(SECOND);
        assertEquals(List.of("iteration,env_steps,episodes,mean_reward", "1,1024,40,21.50", "3,3072,60,480.25"),
                Files.readAllLines(directory.resolve("run/curve.csv")));
        assertTrue(Files.readString(directory.resolve("run/curve.svg")).contains("<polyline"));
    }

    @Test
    void whatCameAfterTheCheckpointIsLearnedAnew() throws IOException {
        Curve before = new Curve(directory, 475);
        before.add(FIRST);
        before.add(SECOND);
        Curve after = new Curve(directory, 475);
        after.resume(new Experience(2, 2048, 50));
        assertEquals(List.of(FIRST), after.points());
    }

    @Test
    void theDrawingIsXmlWithAPointForEachEvaluation() throws Exception {
        String svg = new CurveDrawing(List.of(FIRST, SECOND), 475).svg();
        var document = DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
        assertEquals(2, document.getElementsByTagName("circle").getLength());
        assertEquals(2, document.getElementsByTagName("polyline").item(0).getAttributes().getNamedItem("points").getNodeValue().split(" ",
                -1).length);
    }
}
