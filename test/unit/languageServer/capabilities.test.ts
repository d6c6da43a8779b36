import { expect, it } from "vitest";
import type { Connection } from "vscode-languageserver/node";
import { scenarioCapabilities, solidityCapabilities } from "../../../src/languageServer/front/capabilities";
import { Editor } from "../../../src/languageServer/protocol/messages";
import { serveScenarios } from "../../../src/languageServer/scenarios/serveScenarios";
import { serveSolidity } from "../../../src/languageServer/solidity/features";
import { SolidityState } from "../../../src/languageServer/solidity/solidityState";

/** A connection that notes what is called of it, with the parts of the connection before it. */
function noting(called: Set<string>, path = ""): Connection {
  return new Proxy((() => undefined) as unknown as Connection, {
    get: (_, name) =>
      name === "then" ? undefined : noting(called, path === "" ? String(name) : `${path}.${String(name)}`),
    apply: () => void called.add(path),
  });
}

/** What editors have to be told of a handler: `languages.inlayHint.on` and `onHover` are `inlayHintProvider` and `hoverProvider`. */
function providersOf(called: ReadonlySet<string>): string[] {
  const names = [...called].flatMap((path) => {
    const [, part] = /^languages\.(\w+)\.on/.exec(path) ?? [];
    const [, own = ""] = /^on([A-Z]\w*)$/.exec(path) ?? [];
    if (part !== undefined) return part;
    // documents and settings, which no one offers, and the half of renaming that is no provider of its own
    if (own === "" || /^(?:Did|Notification|Request|Initialized|PrepareRename)/.test(own)) return [];
    const name = own.replace(/(?:Request|(?<=Range)s)$/, "");
    return `${name[0]?.toLowerCase()}${name.slice(1)}`;
  });
  return [...new Set(names)].map((name) => `${name}Provider`).sort();
}

const offered = (capabilities: object): string[] =>
  Object.keys(capabilities)
    .filter((name) => name.endsWith("Provider"))
    .sort();

it("of Solidity an editor is told all that is answered, and nothing else", () => {
  const called = new Set<string>();
  const connection = noting(called);
  const compiling = { compile: () => Promise.reject(new Error("not here")), choiceOf: async () => undefined };
  serveSolidity(
    new SolidityState(connection, {}, new Editor(connection, {}), {}, new Set(), async () => undefined, compiling),
  );
  expect(offered(solidityCapabilities)).toEqual(providersOf(called));
  expect(called).toContain("onPrepareRename");
  expect(called).toContain("workspace.onWillRenameFiles");
});

it("of scenarios, too", () => {
  const called = new Set<string>();
  serveScenarios(noting(called), {}, []);
  expect(offered(scenarioCapabilities)).toEqual(providersOf(called));
  expect(called).toContain("onPrepareRename");
});
