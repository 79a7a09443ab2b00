package dev.troupe.examples.cartpole;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// A learning curve as SVG.
record CurveDrawing(List<Evaluation> points, double stopValue) {
    private static final int WIDTH = 720;
    private static final int HEIGHT = 360;
    private static final int LEFT = 60;
    private static final int RIGHT = 20;
    private static final int TOP = 40;
    private static final int BOTTOM = 50;

    String svg() {
        StringBuilder text = new StringBuilder();
        text.append("""
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">
                <rect width="100%%" height="100%%" fill="white"/>
                <text x="%d" y="22" font-size="15">CartPole: mean reward of 100 episodes</text>
                """.formatted(WIDTH, HEIGHT, LEFT));
        for (int reward = 0; reward <= CartPole.MAX_STEPS; reward += 100) {
            text.append(level(reward, "#dddddd", Integer.toString(reward)));
        }
        text.append(level(stopValue, "#2a9d4a", ""));
        for (int quarter = 0; quarter <= 4; quarter++) {
            long step = steps() * quarter / 4;
            text.append(
                    String.format(Locale.ROOT, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" fill=\"#555555\">%,d</text>%n", x(step),
                            HEIGHT - BOTTOM + 18, step));
        }
        text.append("<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" fill=\"#555555\">environment steps</text>%n"
                .formatted((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12));
        text.append("<polyline fill=\"none\" stroke=\"#1f5fbf\" stroke-width=\"2\" points=\"").append(line()).append("\"/>\n");
        for (Evaluation point : points) {
            text.append(String.format(Locale.ROOT, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"#1f5fbf\"/>%n",
                    x(point.experience().envStep()), y(point.reward())));
        }
        return text.append("</svg>\n").toString();
    }

    private String level(double reward, String colour, String name) {
        return String.format(Locale.ROOT, """
                <line x1="%d" x2="%d" y1="%.1f" y2="%.1f" stroke="%s"/>
                <text x="%d" y="%.1f" text-anchor="end" fill="#555555">%s</text>
                """, LEFT, WIDTH - RIGHT, y(reward), y(reward), colour, LEFT - 8, y(reward) + 4, name);
    }

    private String line() {
        return points.stream().map(point -> String.format(Locale.ROOT, "%.1f,%.1f", x(point.experience().envStep()), y(point.reward())))
                .collect(Collectors.joining(" "));
    }

    private long steps() {
        return points.stream().mapToLong(point -> point.experience().envStep()).max().orElse(0);
    }

    private double x(long step) {
        return LEFT + (WIDTH - LEFT - RIGHT) * (double) step / Math.max(1, steps());
    }

    private static double y(double reward) {
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * reward / CartPole.MAX_STEPS;
    }
}
