import { describe, expect, it } from "vitest";
import { type CallableClient, clientCalls, functionsOf } from "../../../src/applications/generated/clientCalls";
import { generateClients } from "../../../src/applications/java/generateClients";
import { generateModules } from "../../../src/applications/typescript/generateModules";

const java: CallableClient[] = [
  { name: "Kiosk", language: "java", functions: ["stock", "find", "class"] },
  { name: "Bank", language: "java", functions: ["find", "pay"] },
];
const typescript: CallableClient[] = java.map((each) => ({ ...each, language: "typescript" }));

/** Calls as `client.function` with the text from there on. */
const found = (source: string, clients: CallableClient[]) =>
  clientCalls(source, clients).map(
    ({ client, functionName, at }) =>
      `${clients[client]?.name}.${functionName ?? "(deploy)"} ${/^\S*?(?=[("]|$)/.exec(source.slice(at).replace(/^"/, ""))?.[0]}`,
  );

describe("calls of generated methods in Java", () => {
  it("are found by what a variable holds", () => {
    const source = `import org.example.contracts.Kiosk;
      class Shop {
        private final Kiosk kiosk;
        void run(Bank bank, List<String> list) {
          Kiosk.deploy(client, keys, "x"); // Kiosk kiosk.find(
          kiosk.stock(item); kiosk.findAsync(id); kiosk.simulateStock(item);
          kiosk.getMethodStockRawFunction(item); this.kiosk._class();
          bank.find(1); list.find(2);
          String text = "kiosk.stock(";
        }
      }`;
    expect(found(source, java)).toEqual([
      "Kiosk.(deploy) deploy",
      "Kiosk.stock stock",
      "Kiosk.find findAsync",
      "Kiosk.stock simulateStock",
      "Kiosk.stock getMethodStockRawFunction",
      "Kiosk.class _class",
      "Bank.find find",
    ]);
  });

  it("are found by the class that makes a variable", () => {
    const source = `var shop = Kiosk.load(address, client, keys); shop.find(id); var other = map.get("x"); other.stock(1);`;
    expect(found(source, java)).toEqual(["Kiosk.find find", "Kiosk.stock stock"]);
  });

  it("are those of each named client where the source doesn't say", () => {
    expect(found("/* none */ Kiosk a; Bank b; things().find(1);", java)).toEqual(["Kiosk.find find", "Bank.find find"]);
    expect(found("things().find(1); Kiosko.find(2);", java)).toEqual([]);
  });
});

describe("calls of generated functions in TypeScript", () => {
  it("are found behind read, write, and simulate", () => {
    const source = `import { deployKiosk, kioskAt } from "./contracts/Kiosk.js";
      const shop = await deployKiosk(chain, { args: [] });
      await shop.read.find([1n]); await shop.write.stock([item]); shop.simulate["stock(uint64)"]([1n]);
      shop.read.nothing(); shop.events.find([]); other.find([1n]);
      const text = \`shop.read.find([1n])\`;
      function pay(bank: BankContract) { return bank.write.pay([1n]); }
      kioskAt(chain, address).read.find([2n]);`;
    expect(found(source, typescript)).toEqual([
      "Kiosk.(deploy) deployKiosk",
      "Kiosk.find find",
      "Kiosk.stock stock",
      "Kiosk.stock stock",
      "Bank.pay pay",
      "Kiosk.find find",
      "Bank.find find",
    ]);
  });
});

describe("functions of a generated file", () => {
  const call = (name: string) => ({ type: "function", name, inputs: [], outputs: [], stateMutability: "view" });
  const long = "aFunctionWithANameThatTakesItsConstantOntoALineOfItsOwnBecauseItIsLongerThanLinesAre";
  const abi = [call("find"), call("find"), call("class"), call(long), { type: "event", name: "Sold", inputs: [] }];
  const contract = { artifact: { name: "Kiosk", abi, libraryNames: {} }, origin: { source: "x", files: [] } };

  it("are those of its ABI, in either language", () => {
    const [clazz] = generateClients([contract], { packageName: "p", sdk: "3.2", bytecode: false });
    const [module] = generateModules([contract], { bytecode: false, client: true });
    for (const names of [functionsOf("java", clazz?.text ?? ""), functionsOf("typescript", module?.text ?? "")])
      expect(names.sort()).toEqual(["class", "find", long].sort());
  });

  it("are none of what isn't as we generate it", () => {
    expect(functionsOf("typescript", "export const xAbi = [\n  {not json,\n")).toEqual([]);
    expect(functionsOf("java", " FUNC_X = ")).toEqual([]);
    expect(functionsOf("typescript", "")).toEqual([]);
  });
});
