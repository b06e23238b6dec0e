package unflake;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.maven.AbstractMavenLifecycleParticipant;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.model.Plugin;
import org.apache.maven.model.PluginExecution;
import org.apache.maven.project.MavenProject;

/**
 * Lets Failsafe start as soon as test classes are compiled: nothing is packaged for it, and nothing started. Writes down what a POM would start,
 * a line each: folder, plugin and goals.
 */
public final class IntegrationTests extends AbstractMavenLifecycleParticipant {
  @Override
  public void afterProjectsRead(MavenSession session) {
    List<String> left = new ArrayList<>();
    for (MavenProject project : session.getProjects()) {
      boolean runs = false;
      List<String> before = new ArrayList<>();
      for (Plugin plugin : project.getBuildPlugins())
        for (PluginExecution execution : plugin.getExecutions()) {
          if (plugin.getArtifactId().equals("maven-failsafe-plugin")) {
            if (!execution.getGoals().contains("integration-test")) continue;
            execution.setPhase("process-test-classes");
            // Without `verify`, which ends the build because our JVM has run nothing.
            execution.setGoals(Collections.singletonList("integration-test"));
            runs = true;
          } else if (comesBefore(execution))
            before.add(project.getBasedir() + "\t" + plugin.getArtifactId() + ":" + String.join(",", execution.getGoals()));
        }
      if (runs) left.addAll(before);
    }
    try {
      Files.write(Paths.get(session.getUserProperties().getProperty("unflake.report")), left);
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  /** A goal may have this phase by itself, and only its plugin knows; then it is called like that. */
  private static boolean comesBefore(PluginExecution execution) {
    if (execution.getPhase() != null) return execution.getPhase().equals("pre-integration-test");
    return execution.getGoals().stream().anyMatch(goal -> goal.equals("start") || goal.endsWith("-start") || goal.equals("up"));
  }
}
