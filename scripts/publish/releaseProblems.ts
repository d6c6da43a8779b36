/**
 * Why this version cannot be released: the tag (`v0.2.0`, undefined outside of a release) names another one, or the change log has no
 * section of its own for it. Empty when it can.
 */
export function releaseProblems(version: string, changes: string, tag: string | undefined): string[] {
  const problems: string[] = [];
  if (tag?.startsWith("v") && tag !== `v${version}`) problems.push(`the tag ${tag} is not the version ${version}`);
  const headings = changes.split("\n").filter((line) => line.startsWith("## "));
  if (!headings.some((line) => line.slice(3).split(" ")[0] === version))
    problems.push(`CHANGELOG.md has no section "## ${version}"`);
  return problems;
}
