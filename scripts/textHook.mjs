// The loader of textLoader.mjs.
import { fileURLToPath } from "node:url";

const imported = /^file:.*\.(?:sol|eta)(?:\?|$)/;

export async function load(url, context, nextLoad) {
  if (!imported.test(url)) return nextLoad(url, context);
  const { textModule } = await import("./bundling/textModules.mjs");
  const source = await textModule(fileURLToPath(url.split("?", 1)[0]));
  return { format: "module", source, shortCircuit: true };
}
