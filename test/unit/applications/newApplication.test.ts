import { describe, expect, it } from "vitest";
import { type ApplicationKind, applicationKinds } from "../../../src/applications/newApplication/base/application";
import { newApplication } from "../../../src/applications/newApplication/newApplication";
import type { ContractArtifact } from "../../../src/chain/artifact/readArtifact";
import { englishAfterEach, useSources } from "../../support/chinese";

const uint = (name: string) => ({ name, type: "uint256" });
const view = { type: "function", inputs: [], outputs: [], stateMutability: "view" };
const struct = (name: string) => ({ name: "item", type: "tuple", components: [uint(name)] });

const filesOf = (kind: ApplicationKind, abi: readonly object[], name = "Shop") => {
  const artifact: ContractArtifact = { name, abi, bytecode: "6001", libraryNames: {} };
  return newApplication({
    kind,
    build: "maven",
    name: "shop-service",
    packageName: "org.example.shop",
    contracts: [{ artifact, origin: { source: "here", files: [] } }],
    chain: { urls: ["http://127.0.0.1:20200"], group: undefined, tls: undefined },
    addresses: {},
    chainside: "0.0.0-test",
  });
};

englishAfterEach();

describe.each(applicationKinds)("a new application, %s", (kind) => {
  const code = '"; process.exit(); //';

  it.each([
    ["contract", [], code],
    ["function", [{ ...view, name: code }], undefined],
    ["parameter", [{ ...view, name: "put", inputs: [uint(code)] }], undefined],
    ["result", [{ ...view, name: "put", outputs: [uint(code)] }], undefined],
    ["member of a struct", [{ ...view, name: "put", inputs: [struct(code)] }], undefined],
    ["parameter of the constructor", [{ type: "constructor", inputs: [uint(code)] }], undefined],
    ["event", [{ type: "event", name: code, inputs: [] }], undefined],
    ["error", [{ type: "error", name: code, inputs: [] }], undefined],
  ])("refuses a name that would be code: %s", (_, abi, name) => {
    expect(() => filesOf(kind, abi, name)).toThrow(
      expect.objectContaining({ kind: "usage", code: "notAnIdentifier", details: { name: code } }),
    );
  });

  it.each(["1st", "a b", "é", "x".repeat(201)])("refuses the name %s", (name) => {
    expect(() => filesOf(kind, [{ ...view, name }])).toThrow(
      expect.objectContaining({ code: "notAnIdentifier", details: { name: name.slice(0, 100) } }),
    );
  });

  it("takes names of Solidity, and parameters without one", () => {
    const abi = [{ ...view, name: "$_1", inputs: [uint(""), uint("x".repeat(200)), struct("$")] }];
    expect(filesOf(kind, abi).map(({ path }) => path)).toContain("README.md");
  });

  it("says on its page what to do where a contract refuses the values that tests deploy it with", () => {
    const readme = () => filesOf(kind, [{ ...view, name: "total" }]).find(({ path }) => path === "README.md")?.text;
    expect(readme()).toContain("change the values that contracts are deployed with where they refuse them");
    useSources("zh-cn");
    expect(readme()).toContain("合约拒绝部署参数时，请修改这些参数");
  });
});
