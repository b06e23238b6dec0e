/** The required contents of a distribution: the exact list of its files, and rules that hold even if that list is stale. */

export { distributionFiles } from './manifest/distribution-files.ts';
export { assertManifest, compareManifest, type ManifestDifference, type ManifestOptions } from './manifest/exact.ts';
export { assertPatterns, checkPatterns, type PatternReport, type PatternRules } from './manifest/patterns.ts';
