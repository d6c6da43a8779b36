/** For a machine of Java that lives for seconds: compiling its code well, and collecting garbage beside it, takes longer than it lasts. */
export const shortLived: readonly string[] = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"];

/** The same for a compiler's. */
export const shortLivedCompiler = shortLived.map((option) => `-J${option}`);

/** This environment, in which Maven's machine is such a one. */
export const mavenEnvironment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  MAVEN_OPTS: [...shortLived, process.env["MAVEN_OPTS"] ?? ""].join(" ").trim(),
});
