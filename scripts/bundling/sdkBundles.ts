// What the npm package exports: ES modules that share chunks, and the same modules as CommonJS beside them, so that `instanceof` means the
// same class in all of them. Names stay readable (stack traces), and nothing is in one big file: a bundler drops what isn't used.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { build, type Metafile, type Plugin, transform } from "esbuild";
import { onlyForgeParts } from "./forgeParts";
import { dropUnusedBanners, requireBanner } from "./nodePrograms";
import { textFiles } from "./textModules.mjs";
import { onlyUndiciParts } from "./undiciParts";
import { inlinePackedWasm } from "./wasm";

const root = resolve(import.meta.dirname, "../..");

/** What can be imported, by its name behind `chainside/`, and the file that it is. */
export const sdkEntries = {
  sdk: "src/sdk/sdk.ts",
  testing: "src/sdk/testing/testing.ts",
  ethers: "src/sdk/adapters/ethers.ts",
  viem: "src/sdk/adapters/viem.ts",
} as const;

/** `sdk/ethers` → `ethers`: the name of its files in the package. */
export const sdkFile = (entry: string): string => basename(entry);

/** The adapters take the libraries of the application. */
const besideAdapters: Plugin = {
  name: "leave ethers and viem to those who have them",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^(ethers|viem)(\/|$)/ }, ({ path, importer }) =>
      /[\\/]src[\\/]sdk[\\/]/.test(importer) ? { path, external: true } : undefined,
    ),
};

/** `sdk.ts` only names modules: as a file of names it stays, so that a bundler sees each of them. */
function facade(): { readonly code: string; readonly modules: Record<string, string> } {
  const modules: Record<string, string> = {};
  const text = readFileSync(join(root, sdkEntries.sdk), "utf8");
  const lines = [...text.matchAll(/^export (\*(?: as \w+)?) from "\.\/([\w/]+)";$/gm)].map(([, names, path = ""]) => {
    const name = basename(path);
    modules[name] = `src/sdk/${path}.ts`;
    return `export ${names} from "./${name}.js";`;
  });
  return { code: `${lines.join("\n")}\n`, modules };
}

/** Where the modules are as they are written, behind those that applications import. */
const plainFolder = "plain";

/**
 * A module of `plainFolder` as applications import it: its functions throw nothing but the family's errors (src/sdk/errorFamily.ts). Each
 * export stands alone, so that a bundler drops what isn't used.
 */
function guardedModule(name: string, names: readonly string[]): string {
  const functions = names.filter((each) => /^[a-z]/.test(each));
  const others = names.filter((each) => !functions.includes(each));
  const from = `from "./${plainFolder}/${name}.js";`;
  return [
    ...(others.length > 0 ? [`export { ${others.join(", ")} } ${from}`] : []),
    ...(functions.length > 0
      ? [
          `import { inFamily } from "./${plainFolder}/errorFamily.js";`,
          `import { ${functions.map((each) => `${each} as ${each}Of`).join(", ")} } ${from}`,
        ]
      : []),
    ...functions.map((each) => `export const ${each} = /* @__PURE__ */ inFamily("${each}", ${each}Of);`),
    "",
  ].join("\n");
}

const specifier = /"(\.{1,2}\/[\w/-]{1,80})\.js"/g;

/**
 * An ES module of this build as CommonJS.
 * @param isOwn whether a relative path, without its ending, is one of this build's modules
 */
async function asCommonJs(code: string, isOwn: (path: string) => boolean): Promise<string> {
  const named = code
    .replace(`${requireBanner}\n`, "")
    .replace(requireBanner, "")
    .replace(specifier, (whole, path: string) => (isOwn(path) ? `"${path}.cjs"` : whole));
  const { code: text } = await transform(named, {
    format: "cjs",
    platform: "node",
    target: "node20",
    minifySyntax: true,
    minifyWhitespace: true,
    // modules of this package are loaded as they are: the loader of ES modules has others
    supported: { "dynamic-import": false },
  });
  if (text.includes("import.meta")) throw new Error("import.meta has no meaning in CommonJS");
  return text;
}

/**
 * Bundles the modules into a folder.
 * @returns what esbuild bundled, for the notices
 */
export async function bundleSdk(folder: string): Promise<Metafile> {
  const { code, modules } = facade();
  const { sdk: _, ...others } = sdkEntries;
  const entries = Object.entries(others).map(([name, path]) => [sdkFile(name), path] as const);
  const plain = Object.entries(modules).map(([name, path]) => [`${plainFolder}/${name}`, path] as const);
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: {
      ...Object.fromEntries(plain),
      [`${plainFolder}/errorFamily`]: "src/sdk/errorFamily.ts",
      ...Object.fromEntries(entries),
    },
    outdir: folder,
    bundle: true,
    format: "esm",
    splitting: true,
    chunkNames: "chunks/[hash]",
    platform: "node",
    target: "node20",
    mainFields: ["module", "main"],
    banner: { js: requireBanner },
    minifySyntax: true,
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
    plugins: [textFiles, inlinePackedWasm, onlyForgeParts, onlyUndiciParts, besideAdapters],
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "sdk.js"), code);
  for (const [path, { entryPoint, exports }] of Object.entries(metafile.outputs)) {
    const name = basename(path, ".js");
    if (entryPoint !== undefined && entryPoint === modules[name])
      writeFileSync(join(folder, `${name}.js`), guardedModule(name, exports));
  }
  const files = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".js"));
  dropUnusedBanners(files.map((name) => join(folder, name)));
  await Promise.all(
    files.map(async (name) => {
      const isOwn = (path: string): boolean => existsSync(join(folder, dirname(name), `${path}.js`));
      const text = await asCommonJs(readFileSync(join(folder, name), "utf8"), isOwn);
      writeFileSync(join(folder, name.replace(/\.js$/, ".cjs")), text);
    }),
  );
  return metafile;
}
