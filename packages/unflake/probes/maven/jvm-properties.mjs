/**
 * The properties with which POMs name the JVM for tests: `<jvm>${commons.surefire.java}</jvm>` overrides `-Djvm`, and a command-line value
 * overrides the property.
 */
import { pomTexts } from './poms.mjs';

export function jvmProperties(root, repository) {
  const named = pomTexts(root, repository).flatMap((text) => [...text.matchAll(/<jvm>\s*\$\{([^}]+)\}\s*<\/jvm>/g)]);
  return [...new Set(named.map(([, name]) => name))];
}
