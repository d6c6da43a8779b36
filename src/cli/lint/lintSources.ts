import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { maxBytes, readGivenFile } from "../../files/regularFile";
import { SourceProjects } from "../../solidity/language/names/sourceProjects";
import { type LintFinding, lint } from "../../solidity/lint/lint";
import { byProject } from "../../solidity/project/projectRoot";
import type { LintOptions } from "./lintOptions";
import type { FileFindings, ReportedFinding } from "./lintReport";

/**
 * What the rules find in Solidity. A program that runs somewhere was asked to: its folders are trusted.
 * @param failed told of a file that can't be read
 */
export async function lintSources(
  paths: readonly string[],
  { chain, severities, patterns }: LintOptions,
  failed: (error: unknown) => Promise<void>,
): Promise<FileFindings[]> {
  const projects = new SourceProjects();
  const written = new Map(paths.map((path) => [resolve(path), path]));
  const results: FileFindings[] = [];
  const named = patterns.map((each) => resolve(each)).filter((each) => existsSync(each));
  for (const { root, files } of byProject([...written.keys()], named)) {
    const read = await projects.several(files, { root, fence: undefined, overlays: undefined });
    for (const path of files) {
      const found = read.get(path);
      try {
        // What can't be read says why.
        if (!found) await readGivenFile(path, maxBytes.source);
        const findings = found ? lint(found.project, found.file, chain, severities) : [];
        results.push({ file: written.get(path) ?? path, findings: findings.map(reported) });
      } catch (error) {
        await failed(error);
      }
    }
  }
  return results;
}

const reported = ({ range: { start, end }, rule, severity, message }: LintFinding): ReportedFinding => ({
  range: { startLine: start.line, startChar: start.character, endLine: end.line, endChar: end.character },
  rule,
  severity,
  message,
});
