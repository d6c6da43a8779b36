import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkMembers } from "../../../scripts/lint/members";
import { withTypes } from "../../../scripts/lint/typedSources";
import { checkVariants } from "../../../scripts/lint/variants";

const config = (...types: string[]): string =>
  JSON.stringify({
    compilerOptions: { target: "es2022", module: "esnext", strict: true, noEmit: true, types },
    include: ["**/*.ts"],
  });

/** A project as both rules open it, one file for each thing that they know. */
const project: Readonly<Record<string, string>> = {
  "tsconfig.json": config("vscode"),
  "src/webview/tsconfig.json": config(),
  "src/webview/page.ts": "export {};",
  "node_modules/@types/vscode/index.d.ts":
    "declare interface Provider { provide(text: string): string; }\ndeclare function register(provider: Provider): void;",
  "src/members/classes.ts": `
export class Clock {
  now = 1;
  stopped = false;
  wind(): void { this.stopped = true; }
  get time(): number { return this.now; }
  /** @public another package asks for it. */
  zone(): string { return ""; }
}
new Clock().wind();`,
  "src/members/interfaces.ts": `
interface Shape { area: number; color: string; edge: number; hidden: number; corner: number; named: string }
declare const shape: Shape;
const { color } = shape;
const edge: Shape["edge"] = 1;
export const seen = [shape.area, color, edge, "named"];
export const copied = (each: { of: Spread }): object => ({ ...each.of });
interface Spread { handed: number }`,
  "src/members/bases.ts": `
export interface Reader { read(): string }
export class FileReader implements Reader { read(): string { return ""; } }
export class Likewise { read(): string { return ""; } missed(): void {} }
abstract class Base { abstract unasked(): void }
export class Derived extends Base { unasked(): void {} }
export const text = (reader: Reader): string => reader.read();
text(new Likewise());`,
  "src/members/handed.ts": `
class Hover { provide(text: string): string { return text; } unoffered(): void {} }
register(new Hover());`,
  "src/chain/rpc/answer.ts": "export interface Answer { unreadButReached: number }",
  "src/variants/messages.ts": `
export type Message =
  | { kind: "open"; path: string }
  | { kind: "forgotten" }
  | { kind: "compared" }
  | { kind: "chosen" }
  | { kind: "typed" }
  /** @public a user of the protocol sends it. */
  | { kind: "explained" };
declare function post(message: Message): void;
declare const kind: "typed";
declare const big: boolean;
post({ kind: "open", path: "" });
post({ kind: big ? "chosen" : "open", path: "" });
post({ kind });
export const same = (message: Message): boolean => message.kind === "compared";`,
  "src/variants/others.ts": `
export type Other = { kind: "forgotten"; of: number } | { kind: "elsewhere"; of: number };
declare function tell(other: Other): void;
declare function wide(broad: Broad): void;
type Broad = { kind: "elsewhere" } | { kind: "never" };
const other: Other = { kind: "elsewhere", of: 1 };
tell(other);
wide(other);
export interface Single { kind: "alone" }`,
};

let members: string[] = [];
let variants: string[] = [];
let folder: string | undefined;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "chainside-typed-")));
  for (const [path, text] of Object.entries(project)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  await withTypes(
    (sources) => {
      members = checkMembers(sources);
      variants = checkVariants(sources);
      return Promise.resolve();
    },
    folder.replaceAll("\\", "/"),
    "tsconfig.json",
  );
});

afterAll(() => {
  if (folder) rmSync(folder, { recursive: true });
});

const namesOf = (lines: readonly string[], path: string): string[] =>
  lines.filter((line) => line.startsWith(`${path}:`)).map((line) => line.split(" ").slice(6).join(" "));

describe("members that nothing reads", () => {
  it("are told with their place", () => {
    expect(members).toContain("src/members/classes.ts:4 nothing of the product reads stopped");
  });

  it("are those of a class that are only set or never asked for, unless @public says why", () => {
    expect(namesOf(members, "src/members/classes.ts")).toEqual(["stopped", "time"]);
  });

  it("are those of an interface that no access, pattern, index, spread or text names", () => {
    expect(namesOf(members, "src/members/interfaces.ts")).toEqual(["hidden", "corner"]);
  });

  it("are not those that a type stands in for whose member is read", () => {
    expect(namesOf(members, "src/members/bases.ts")).toEqual(["missed", "unasked", "unasked"]);
  });

  it("are not those that VS Code reads, nor those of folders that users of nodes' answers reach", () => {
    expect(namesOf(members, "src/members/handed.ts")).toEqual(["unoffered"]);
    expect(namesOf(members, "src/chain/rpc/answer.ts")).toEqual([]);
  });
});

describe("variants that nothing makes", () => {
  it("are told with their place", () => {
    expect(variants).toContain('src/variants/messages.ts:4 nothing of the product makes kind: "forgotten"');
  });

  it("are those that are never written where one is expected: a comparison makes none, @public exempts", () => {
    expect(namesOf(variants, "src/variants/messages.ts")).toEqual(['kind: "forgotten"', 'kind: "compared"']);
  });

  it("are told of each union by itself, where no type of one is handed on as the other's", () => {
    expect(namesOf(variants, "src/variants/others.ts")).toEqual(['kind: "forgotten"', 'kind: "never"']);
  });
});
