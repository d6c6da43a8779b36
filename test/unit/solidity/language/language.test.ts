import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { placeIn, SolidityWorkspace, withChanges } from "../../../support/solidityWorkspace";

const base = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

/// Someone who can be paid.
abstract contract Payee {
    enum State { Open, Closed }
    struct Bill { address payer; uint256 amount; State state; }
    /// @notice Takes a bill in.
    /// @param bill what is to be paid
    function take(Bill memory bill) public virtual returns (uint256 id);
    event Taken(uint256 indexed id, address payer);
    error Refused(string reason);
}
`;
const shop = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
import {Payee} from "./Payee.sol";
import "fisco/Table.sol";

contract Shop is Payee {
    // ünïcödé before names: bytes are not characters 😀
    uint128 private small;
    uint128 public count;
    mapping(address => uint256) public paid;
    Bill[] internal bills;
    TableManager constant tables = TableManager(address(0x1002));

    /// @inheritdoc Payee
    function take(Bill memory bill) public override returns (uint256 id) {
        if (bill.amount == 0) revert Refused("nothing");
        bills.push(bill);
        count++;
        small++;
        id = bills.length - 1;
        paid[bill.payer] += bill.amount;
        emit Taken(id, bill.payer);
    }

    function make(uint256 amount) external returns (uint256) {
        return take(Bill({payer: msg.sender, amount: amount, state: State.Open}));
    }

    function open() external view returns (address) {
        return tables.openTable("t_shop");
    }
}
`;

let solidity: SolidityWorkspace;
beforeAll(() => {
  solidity = new SolidityWorkspace({ "contracts/Payee.sol": base, "contracts/Shop.sol": shop });
});
afterAll(() => solidity.close());

const [payeeFile, shopFile] = ["contracts/Payee.sol", "contracts/Shop.sol"];
const hover = async (file: string, text: string, range: string, ahead = 0) =>
  (await solidity.ask("hover", file, { kind: "hover", position: placeIn(text, range, ahead) })).hover;
const completion = async (text: string, range: string, file = shopFile) => {
  const position = placeIn(text, range, range.length);
  const answer = await solidity.ask("completion", file, { kind: "completion", position }, { [file]: text });
  return answer.proposals.map(({ label }) => label);
};

describe("hovers", () => {
  it("tell selectors of both suites, as the compilers have them", async () => {
    const found = await hover(shopFile, shop, "take(Bill({");
    // What solc 0.8 says, with keccak256 and with SM3.
    expect(found?.signature?.text).toBe("take((address,uint256,uint8))");
    const results = await Promise.all(
      (["standard", "sm"] as const).map((suite) =>
        solidity.compiler.compile({
          ...solidity.request(shopFile, {}, suite),
          root: solidity.folder,
          outputs: "contracts",
        }),
      ),
    );
    const messages = results.map(({ files }) => {
      const contract = files[0]?.contracts.find(({ name }) => name === "Shop");
      return `0x${contract?.methodIdentifiers["take((address,uint256,uint8))"]}`;
    });
    expect([found?.signature?.standard, found?.signature?.sm]).toEqual(messages);
  });

  it("tell getters, topics, slots and what the overridden function is said to do", async () => {
    expect((await hover(shopFile, shop, "paid;"))?.signature?.text).toBe("paid(address)");
    const event = await hover(shopFile, shop, "Taken(id");
    expect(event?.signature?.kind).toBe("event");
    expect(event?.signature?.standard).toHaveLength(66);
    await solidity.check(shopFile);
    expect((await hover(shopFile, shop, "count;"))?.storage).toEqual({ slot: "0", offset: 16, bytes: "16" });
    expect((await hover(shopFile, shop, "bills;"))?.storage?.slot).toBe("2");
    const taken = await hover(shopFile, shop, "take(Bill memory");
    expect(taken?.natspec).toContainEqual({ tag: "notice", text: "Takes a bill in." });
    expect((await hover(payeeFile, base, "bill) public"))?.natspec).toEqual([
      { tag: "notice", text: "what is to be paid" },
    ]);
  });
});

it("numbers and texts count as what they are", async () => {
  const text = `pragma solidity ^0.8.0;
contract Sizes {
    uint256 constant MINUTES = 2 minutes;
    function fill(uint256[MINUTES] memory list, uint256[1_0] memory more) external {}
    function pick(bytes4 small) internal {}
    function pick(string memory large) internal {}
    function both() external { pick(hex"00112233"); pick("12345"); }
    function bound(int256 x, int256 least) internal {}
    function bound(uint256 x, uint256 least) internal {}
    function near(uint8 small) external { bound(small, 1); }
}`;
  const at = async (range: string) => {
    const position = placeIn(text, range);
    const answer = await solidity.ask("hover", shopFile, { kind: "hover", position }, { [shopFile]: text });
    return answer.hover;
  };
  // What solc 0.8 says.
  expect((await at("fill("))?.signature?.text).toBe("fill(uint256[120],uint256[10])");
  expect((await at('pick(hex"'))?.code).toContain("bytes4 small");
  expect((await at('pick("12345'))?.code).toContain("string memory large");
  expect((await at("bound(small"))?.code).toContain("uint256 x");
});

describe("places", () => {
  it("of a definition in another file, in a built-in interface, of an import", async () => {
    const definition = async (range: string, ahead = 0) =>
      (await solidity.ask("places", shopFile, { kind: "definition", position: placeIn(shop, range, ahead) })).places[0];
    const bill = await definition("Bill memory");
    expect(bill?.path).toBe(solidity.path(payeeFile));
    expect(bill?.range.start).toEqual(placeIn(base, "Bill {"));
    const openTable = await definition("openTable(");
    expect(openTable).toMatchObject({ path: undefined, sourceName: "fisco/Table.sol" });
    const text = (await solidity.ask("builtIn", shopFile, { kind: "builtIn", name: "fisco/Table.sol" })).text ?? "";
    expect(text.split("\n")[openTable?.range.start.line ?? -1]).toContain("function openTable");
    expect(await definition('"./Payee.sol"', 4)).toMatchObject({ path: solidity.path(payeeFile) });
    expect(await definition('"fisco/Table.sol"', 4)).toMatchObject({ sourceName: "fisco/Table.sol" });
  });

  it("of all that mean a thing, in every file", async () => {
    const position = placeIn(base, "amount;");
    const { places } = await solidity.ask("places", payeeFile, { kind: "references", position });
    const lines = places.map(({ path, range }) => `${path?.split("/").at(-1)}:${range.start.line}`).sort();
    const lineOf = (text: string, range: string) => placeIn(text, range).line;
    expect(lines).toEqual(
      [
        `Payee.sol:${lineOf(base, "amount;")}`,
        `Shop.sol:${lineOf(shop, "bill.amount == 0")}`,
        `Shop.sol:${lineOf(shop, "+= bill.amount")}`,
        `Shop.sol:${lineOf(shop, "amount: amount")}`,
      ].sort(),
    );
  });
});

describe("rename", () => {
  const renamed = async (file: string, position: ReturnType<typeof placeIn>, newName: string) => {
    const answer = await solidity.ask("rename", file, { kind: "rename", position, newName });
    const textOf = (name: string, text: string): string =>
      withChanges(text, answer.changes.find(({ path }) => path === solidity.path(name))?.changes ?? []);
    return { refused: answer.refused, payee: textOf(payeeFile, base), shop: textOf(shopFile, shop) };
  };

  it("takes a function with what it overrides, its calls and nothing else", async () => {
    const result = await renamed(shopFile, placeIn(shop, "take(Bill({"), "accept");
    expect(result.refused).toBeUndefined();
    expect(result.payee).toBe(base.replace("function take(", "function accept("));
    expect(result.shop).toBe(
      shop.replace("function take(", "function accept(").replace("return take(", "return accept("),
    );
  });

  it("takes a parameter with its documentation, a field with named arguments, a contract with its import", async () => {
    const parameter = await renamed(payeeFile, placeIn(base, "bill) public"), "invoice");
    expect(parameter.payee).toContain("@param invoice what");
    expect(parameter.payee).toContain("take(Bill memory invoice)");
    const field = await renamed(payeeFile, placeIn(base, "payer; uint256"), "sender");
    expect(field.shop).toContain("Bill({sender: msg.sender,");
    expect(field.shop).toContain("paid[bill.sender]");
    const contract = await renamed(payeeFile, placeIn(base, "Payee {"), "Debtor");
    expect(contract.shop).toContain('import {Debtor} from "./Payee.sol";');
    expect(contract.shop).toContain("contract Shop is Debtor {");
    expect(contract.shop).toContain("@inheritdoc Debtor");
  });

  it("refuses what would not compile, and the chain's own names", async () => {
    expect((await renamed(shopFile, placeIn(shop, "small;"), "count")).refused).toMatch(/already declared/);
    expect((await renamed(shopFile, placeIn(shop, "openTable("), "other")).refused).toBe(
      "fisco/Table.sol isn't part of this project.",
    );
    expect((await renamed(shopFile, placeIn(shop, "small;"), "a b")).refused).toBe("a b can't be a name.");
  });
});

describe("completion", () => {
  it("tells members by what an expression is, in a text that is half written", async () => {
    const at = (written: string) => completion(shop.replace("        small++;\n", `        ${written}\n`), written);
    expect(await at("tables.")).toEqual(expect.arrayContaining(["openTable", "createKVTable"]));
    expect(await at("bills[0].")).toEqual(["payer", "amount", "state"]);
    expect(await at("State.")).toEqual(["Open", "Closed"]);
    expect(await at("bills.")).toEqual(["length", "push", "pop"]);
    expect(await at("msg.")).toEqual(["sender", "value", "data", "sig"]);
    expect(await at("bill.payer.")).toContain("balance");
    expect(await at("this.")).toEqual(expect.arrayContaining(["make", "open", "count", "paid"]));
    expect(await at("this.")).not.toContain("small");
    expect(await at("Table found = Table(address(0)); found.")).toEqual(expect.arrayContaining(["insert", "select"]));
    expect(await at("abi.")).toContain("encodeCall");
    expect(await at("nobody.")).toEqual([]);
  });

  it("tells behind super what bases have written, the nearest of each", async () => {
    const bases = `${base}contract First { function pay(uint256 a) public virtual {} function pay() public virtual {} }
contract Second is First, Payee { function pay(uint256 a) public virtual override {} function take(Bill memory) public override returns (uint256) {} }
contract Third is Second { function all() external { super.x } }`;
    expect(await completion(bases, "super.", payeeFile)).toEqual(["pay", "take", "pay"]);
    expect(await completion(bases.replace("is Second {", "is First, Payee {"), "super.", payeeFile)).toEqual([
      "pay",
      "pay",
    ]);
  });

  it("tells members of type(…) by what stands in it", async () => {
    const at = (written: string) => completion(shop.replace("        small++;\n", `        ${written}\n`), written);
    expect(await at("uint256 most = type(uint256).")).toEqual(["min", "max"]);
    expect(await at("require(1 < type(int8).")).toEqual(["min", "max"]);
    expect(await at("type( uint ).")).toEqual(["min", "max"]);
    expect(await at("type(State).")).toEqual(["min", "max"]);
    expect(await at("type(Payee.State).")).toEqual(["min", "max"]);
    expect(await at("type(Shop).")).toEqual(["name", "creationCode", "runtimeCode"]);
    expect(await at("type(Payee).")).toEqual(["name"]);
    expect(await at("type(bytes32).")).toEqual([]);
    expect(await at("type(nobody).")).toEqual([]);
  });

  it("tells names, tags, parameters and imports", async () => {
    const names = await completion(shop.replace("        small++;\n", "        sm\n"), "        sm");
    expect(names).toEqual(expect.arrayContaining(["bill", "id", "small", "Payee", "TableManager", "require"]));
    const documented = shop.replace("    function make(", "    /// @param \n    function make(");
    expect(await completion(documented, "/// @param ")).toEqual(["amount"]);
    expect(await completion(shop.replace("/// @inheritdoc", "/// @"), "    /// @")).toContain("@notice");
    const ofContract = base.replace("/// Someone who can be paid.", "/// @param ");
    expect(await completion(ofContract, "/// @param ", payeeFile)).toEqual([]);
    expect(await completion(shop.replace("// ünïcödé", "// see "), "// see ")).toEqual([]);
    const closed = shop.replace("        small++;\n", "        /* a */\n");
    expect(await completion(closed, "/* a */")).toContain("small");
    const imports = async (written: string) =>
      completion(shop.replace('"fisco/Table.sol"', `"${written}"`), `"${written}`);
    expect(await imports("fi")).toContain("fisco/BFS.sol");
    expect(await imports("./")).toContain("./Payee.sol");
    expect(await imports("@openzeppelin/")).toContain("@openzeppelin/contracts/");
    expect(await completion(shop.replace('"nothing"', '"noth."'), '"noth.')).toEqual([]);
    expect(await completion(shop.replace("// ünïcödé", "// bills."), "// bills.")).not.toContain("push");
  });
});

it("answers while somebody types", async () => {
  await solidity.check(shopFile);
  const broken = shop.replace("count++;", "count++; uint x = ;");
  await solidity.check(shopFile, { [shopFile]: broken });
  const position = placeIn(broken, "paid[bill.payer]");
  const answer = await solidity.ask("hover", shopFile, { kind: "hover", position }, { [shopFile]: broken });
  expect(answer.hover?.signature?.text).toBe("paid(address)");
  expect(answer.hover?.range.start).toEqual(position);
});

it("reads declarations without a compiler, also of a source that is half written", async () => {
  const { items } = await solidity.ask("outline", shopFile, { kind: "outline", text: shop });
  const [contract] = items;
  expect(contract).toMatchObject({ kind: "contract", name: "Shop" });
  expect(contract?.children.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    "variable small",
    "variable count",
    "variable paid",
    "variable bills",
    "constant tables",
    "function take",
    "function make",
    "function open",
  ]);
  expect(contract?.children.filter(({ external }) => external).map(({ name }) => name)).toEqual([
    "take",
    "make",
    "open",
  ]);
  const half = await solidity.ask("outline", shopFile, {
    kind: "outline",
    text: `${shop}\ncontract Next { function f(`,
  });
  expect(half.items.map(({ name }) => name)).toEqual(["Shop", "Next"]);
});
