import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "../lint/sources";
import type { SuiteResult } from "./process";
import type { Scope } from "./scope";

const project = join(root, "test/java");

/** Whether the suite with the official Java SDK can run here: the project, Maven and a JDK. */
export function hasMaven(): boolean {
  const answers = (command: string): boolean => spawnSync(command, ["-version"], { stdio: "ignore" }).status === 0;
  return existsSync(join(project, "pom.xml")) && answers("mvn") && answers("javac");
}

/**
 * The official Java SDK, from Maven Central, against the embedded chain: by itself, under the classes that we generate, and under new
 * applications. Its smoke is the SDK by itself.
 */
export async function runJavaSuite(scope: Scope): Promise<SuiteResult> {
  const { runOfficialClient } = await import("./officialClient");
  if (scope === "smoke") return await runOfficialClient();
  const { runGeneratedClients } = await import("./generatedClients");
  const { runNewApplications } = await import("./newApplications");
  const { runLiveClients } = await import("./liveClients");
  const parts = [
    await runOfficialClient(),
    await runGeneratedClients(),
    await runLiveClients(),
    await runNewApplications(),
  ];
  const sum = (count: (part: SuiteResult) => number): number => parts.reduce((all, part) => all + count(part), 0);
  return { passed: sum(({ passed }) => passed), failed: sum(({ failed }) => failed) };
}
