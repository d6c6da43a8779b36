import type { Plugin } from "esbuild";

/**
 * tiny-secp256k1 reads and compiles a megabyte of WebAssembly as it is loaded, which takes longer than all that a read of the command line
 * does with keys: nothing. So the bundles load it at the first call of one of its functions.
 */
export const lateSecp256k1: Plugin = {
  name: "load tiny-secp256k1 when it is first called",
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /^tiny-secp256k1$/ }, ({ kind, pluginData }) =>
      kind === "import-statement" && pluginData !== "itself"
        ? { path: "tiny-secp256k1", namespace: "late-library" }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: "late-library" }, async () => {
      const resolveDir = import.meta.dirname;
      const { path, errors } = await resolve("tiny-secp256k1", {
        kind: "import-statement",
        resolveDir,
        pluginData: "itself",
      });
      if (errors.length > 0) return { errors };
      const names = Object.entries(await import("tiny-secp256k1")).filter(([, value]) => typeof value === "function");
      const contents = [
        "let library;",
        `const loaded = () => (library ??= require(${JSON.stringify(path)}));`,
        ...names.map(([name]) => `export const ${name} = (...given) => loaded().${name}(...given);`),
      ].join("\n");
      return { contents, resolveDir };
    });
  },
};
