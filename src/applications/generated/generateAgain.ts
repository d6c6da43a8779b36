import { isPackageName, sdkReleases } from "../java/javaPackage";

/** Languages whose generated files say what they come from; Python's are the ABI alone. */
export type MarkedLanguage = "java" | "typescript" | "go";

/** How a file was generated, as far as a command line takes it. */
interface GenerationOptions {
  readonly sdk?: string | undefined;
  readonly bytecode: boolean;
  readonly client?: boolean | undefined;
  readonly evm?: string | undefined;
  readonly solc?: string | undefined;
}

const endings = { java: ".java", typescript: ".ts", go: "/generate.go" } as const;

/** The language of a file by its name; undefined where none of ours has that name. `Kiosk.d.ts` is a compiler's. */
export function markedLanguage(path: string): MarkedLanguage | undefined {
  if (path.endsWith(".d.ts")) return undefined;
  return (Object.keys(endings) as MarkedLanguage[]).find((language) => path.endsWith(endings[language]));
}

const release = /^\d{1,3}\.\d{1,3}\.\d{1,3}$/;

/** The options that a generated file keeps, so that it can be made again: none for what is usual, and no path of a machine. */
export function keptOptions({ sdk, bytecode, client, evm, solc }: GenerationOptions): string[] {
  return [
    ...(sdk === undefined || sdk === sdkReleases[0] ? [] : ["--sdk", sdk]),
    ...(bytecode ? [] : ["--no-bytecode"]),
    ...(client === false ? ["--no-client"] : []),
    ...(evm === undefined ? [] : ["--evm", evm]),
    ...(solc !== undefined && release.test(solc) ? ["--solc", solc] : []),
  ];
}

/** Those of a file's options that a command line may get: what a workspace has written beside them is left out. */
function trustedOptions(language: MarkedLanguage, options: readonly string[]): string[] {
  const valueAfter = (name: string, isRight: (value: string) => boolean): string[] => {
    const value = options[options.indexOf(name) + 1];
    return options.includes(name) && value !== undefined && isRight(value) ? [name, value] : [];
  };
  return [
    ...(language === "java" ? valueAfter("--sdk", (value) => sdkReleases.includes(value)) : []),
    ...(options.includes("--no-bytecode") ? ["--no-bytecode"] : []),
    ...(language === "typescript" && options.includes("--no-client") ? ["--no-client"] : []),
    ...valueAfter("--evm", (value) => /^[a-zA-Z]{1,30}$/.test(value)),
    ...valueAfter("--solc", (value) => release.test(value)),
  ];
}

/** The package that a Java file says it is of, when it is a name of one. */
function packageOf(text: string): string | undefined {
  const line = text.split("\n").find((each) => each.startsWith("package "));
  const name = line?.slice("package ".length).split(";", 1)[0]?.trim();
  return name !== undefined && isPackageName(name) ? name : undefined;
}

/** A folder of generated files, and what `chainside generate` takes to make them again. */
export interface Generation {
  readonly language: MarkedLanguage;
  /** Folders from the sources' own one to that of the files, with `/`: those of the Java package, or of a Go package. */
  readonly below: string;
  readonly options: readonly string[];
  readonly packageName?: string;
}

/**
 * How the file at a path was generated; undefined where it doesn't lie as its package says: then nothing tells where it belongs.
 * @param folder of the file, with `/`
 */
export function generationOf(
  language: MarkedLanguage,
  folder: string,
  text: string,
  options: readonly string[],
): Generation | undefined {
  const trusted = trustedOptions(language, options);
  if (language === "typescript") return { language, below: "", options: trusted };
  if (language === "go") return { language, below: folder.slice(folder.lastIndexOf("/") + 1), options: trusted };
  const packageName = packageOf(text);
  const below = packageName?.replaceAll(".", "/");
  if (packageName === undefined || below === undefined || !`/${folder}`.endsWith(`/${below}`)) return undefined;
  return { language, below, packageName, options: trusted };
}

/** The words after `chainside` that make files of one folder again. */
export function generateArguments(
  { language, packageName, options }: Generation,
  sources: readonly string[],
  out: string,
): string[] {
  const java = packageName === undefined ? [] : ["--package", packageName];
  return ["generate", language, ...sources, ...java, "--out", out, ...options];
}
