import { describe, expect, it } from "vitest";
import { classNames, clientModel } from "../../../../src/applications/java/clientModel";
import { type ClientContract, generateClients } from "../../../../src/applications/java/generateClients";
import { javadoc, javadocText, literal, methodHead } from "../../../../src/applications/java/javaLayout";
import { classNameOf, typesSuffix } from "../../../../src/applications/java/javaNames";
import { isPackageName } from "../../../../src/applications/java/javaPackage";
import { originLines } from "../../../../src/applications/origin";
import { contractInterface } from "../../../../src/chain/abi/contractInterface";
import { cryptoSuite } from "../../../../src/crypto/suites";

const number = (name: string, type = "uint256") => ({ name, type });
const view = (name: string, inputs: object[], outputs: object[] = [number("")]) => ({
  type: "function",
  name,
  stateMutability: "view",
  inputs,
  outputs,
});
const write = (name: string, inputs: object[], outputs: object[] = []) => ({
  ...view(name, inputs, outputs),
  stateMutability: "nonpayable",
});

const modelOf = (abi: object[], name = "Case") =>
  clientModel(name, contractInterface(abi, cryptoSuite("standard")), abi);
const namesOf = (abi: object[]) =>
  modelOf(abi).functions.map(({ signature, names }) => [signature, names.call, names.raw, names.input].join(" "));

function sourcesOf(abi: object[], more: Partial<ClientContract["artifact"]> = {}, options = {}) {
  const contract: ClientContract = {
    artifact: { name: "Case", abi, libraryNames: {}, ...more },
    origin: { source: "Case.sol", files: [] },
  };
  const files = generateClients([contract], { packageName: "org.example", sdk: "3.2", bytecode: true, ...options });
  return Object.fromEntries(files.map(({ name, text }) => [name, text]));
}

describe("names of a client", () => {
  it("are those of the official generator where Java has room for them", () => {
    expect(namesOf([write("put", [number("a")], [number("")])])).toEqual([
      "put(uint256) put getMethodPutRawFunction getPutInput",
    ]);
    expect(classNameOf("my_token")).toBe("MyToken");
    expect(typesSuffix(["uint256[2]", "(address,uint256)[]", "bool"])).toBe("Uint256uint2562TupletupleBool");
  });

  it("have an underscore before them where a word, the SDK or an object has them", () => {
    expect(
      namesOf([view("class", []), view("toString", []), view("getContractAddress", []), view("wait", [])]),
    ).toEqual([
      "class() _class getMethod_classRawFunction ",
      "getContractAddress() _getContractAddress getMethod_getContractAddressRawFunction ",
      "toString() _toString getMethod_toStringRawFunction ",
      "wait() _wait getMethod_waitRawFunction ",
    ]);
  });

  it("are refused where no underscore makes one of them, and a contract may be called as its file", () => {
    const wrong = { kind: "usage", code: "notAnIdentifier" };
    for (const name of ["a b", "é", "a-b", 'x"; //', "a.b"]) {
      const refused = expect.objectContaining({ ...wrong, details: { name } });
      expect(() => modelOf([view(name, [])])).toThrow(refused);
      expect(() => modelOf([view("f", [number(name)])])).toThrow(refused);
      expect(() => modelOf([view("f", [], [number(name)])])).toThrow(refused);
      expect(() => modelOf([{ type: "event", name, inputs: [] }])).toThrow(expect.objectContaining(wrong));
      expect(() => modelOf([{ type: "error", name, inputs: [] }])).toThrow(expect.objectContaining(wrong));
    }
    expect(classNames(["my-token", "../../evil", "é", ""])).toEqual(["MyToken", "Evil", "__", "___"]);
  });

  it("have their types behind them where overloads are the same in Java", () => {
    const overloads = [
      view("f", [number("a")]),
      view("f", [number("a", "int256")]),
      view("f", [number("a", "string")]),
    ];
    expect(modelOf(overloads).functions.map(({ names }) => names.call)).toEqual(["f", "fInt256", "f"]);
  });

  it("never meet: constants, methods that come with others, classes of structs, events and errors", () => {
    const abi = [
      view("total", []),
      view("TOTAL", []),
      write("set", [number("a")]),
      view("getSignedTransactionForSet", [number("a")]),
      { type: "event", name: "Paid", inputs: [number("log")] },
      { type: "event", name: "PAID", inputs: [] },
      { type: "error", name: "PaidEventResponse", inputs: [] },
    ];
    const { functions, events, nameConstants } = modelOf(abi);
    const constants = nameConstants.map(({ constant }) => constant);
    expect(new Set(constants).size).toBe(constants.length);
    expect(functions.find(({ signature }) => signature === "set(uint256)")?.names.signed).toBe(
      "_getSignedTransactionForSet",
    );
    expect(new Set(events.map(({ constant }) => constant)).size).toBe(2);
    expect(events[1]?.parameters[0]?.name).toBe("_log");
  });

  it("keep apart what stands in one package, and what every class sees", () => {
    expect(classNames(["Coin", "coin", "COIN", "String", "ChainsideAbi"])).toEqual([
      "Coin",
      "_Coin",
      "__COIN",
      "_String",
      "_ChainsideAbi",
    ]);
  });

  it("are no devices of Windows", () => {
    expect(classNames(["Con", "nul", "Lpt1", "Lpt"])).toEqual(["_Con", "_Nul", "_Lpt1", "Lpt"]);
  });
});

describe("sources of a client", () => {
  const item = {
    name: "x",
    type: "tuple[]",
    internalType: "struct Shop.Item[]",
    components: [number("n"), { name: "label", type: "string" }],
  };

  it("are the same for the same contract, and have no line that google-java-format would break", () => {
    const abi = [write("put", [item], [item]), view("all", [], [{ ...item, type: "tuple[][]" }, number("count")])];
    const files = sourcesOf(abi);
    expect(sourcesOf(abi)).toEqual(files);
    expect(Object.keys(files)).toEqual(["Case.java", "ChainsideAbi.java"]);
    const long = Object.values(files).flatMap((text) =>
      text.split("\n").filter((line) => line.length > 100 && !/^\s+(\+ )?"/.test(line)),
    );
    expect(long).toEqual([]);
    expect(files["Case.java"]).toContain(
      "public Tuple1<DynamicArray<Item>> getPutInput(TransactionReceipt transactionReceipt)",
    );
    expect(files["Case.java"]).toContain(
      "public Tuple2<List<List<Item>>, BigInteger> all() throws ContractException {",
    );
  });

  it("name classes in full where the contract has one of the name", () => {
    const abi = [view("f", [{ ...item, internalType: "struct Case.List[]" }], [number("", "uint256[]")])];
    const { "Case.java": text = "" } = sourcesOf(abi);
    expect(text).toContain("public java.util.List<BigInteger> f(java.util.List<List> x)");
    expect(text).not.toContain("import java.util.List;");
  });

  it("have classes of their own for more values than the SDK has tuples for", () => {
    const many = Array.from({ length: 21 }, (_, at) => number(`v${at}`));
    const { "Case.java": text = "" } = sourcesOf([view("f", [], many)]);
    expect(text).toContain("public FOutput f() throws ContractException {");
    expect(text).toContain("public BigInteger getValue21() {");
  });

  it("deploy only what has creation code, link its libraries, and break long constants", () => {
    const code = "60".repeat(30_000);
    const marker = `__$${"a".repeat(34)}$__`;
    const linked =
      sourcesOf([], { bytecode: `${code}${marker}`, libraryNames: { [marker]: "Sums" } })["Case.java"] ?? "";
    expect(linked).toContain(`LIBRARIES.put("${marker}", "Sums");`);
    expect(linked).toContain("Client client, CryptoKeyPair credential, Map<String, String> libraries)");
    expect(Math.max(...linked.split("\n").map((line) => line.length))).toBeLessThan(21_000);
    const without = sourcesOf([], { bytecode: code }, { bytecode: false })["Case.java"] ?? "";
    expect(without.includes("credential, null)") || /\bdeploy\(/.test(without)).toBe(false);
    expect(without).toContain("BINARY_ARRAY = {};");
  });

  it("send values along only where the SDK can", () => {
    const abi = [{ ...write("pay", [number("a")]), stateMutability: "payable" }];
    expect(sourcesOf(abi)["Case.java"]).not.toContain("withValue");
    const files = sourcesOf(abi, {}, { sdk: "3.6" });
    expect(files["Case.java"]).toContain("public TransactionReceipt pay(BigInteger a, BigInteger value)");
    expect(files["ChainsideAbi.java"]).toContain("TransactionManager manager");
  });

  it("deploy with a value where the constructor takes one", () => {
    const takesValue = { type: "constructor", inputs: [number("value")], stateMutability: "payable" };
    const made = (abi: readonly object[], sdk: string) =>
      sourcesOf([...abi], { bytecode: "6001" }, { sdk })["Case.java"]?.replace(/\s+/g, " ");
    const wanted = "TransactionManager transactionManager, BigInteger value, BigInteger _value)";
    expect(made([takesValue], "3.6")).toContain(wanted);
    expect(made([takesValue], "3.2")).not.toContain("TransactionManager");
    expect(made([{ ...takesValue, stateMutability: "nonpayable" }], "3.6")).not.toContain("TransactionManager");
  });

  it("say what the source says, and nothing of it ends the comment", () => {
    const docs = {
      functions: { "pay(uint256)": { text: "ends */ here, C:\\users <b> @it", params: { n: "数量" } } },
      events: {},
    };
    const { "Case.java": text = "" } = sourcesOf([write("pay", [number("n")])], { notes: { docs } });
    expect(text).toContain("ends *&#47; here, C:&#92;users &lt;b&gt; &#64;it");
    expect(text).toContain("@param n 数量");
  });

  it("have enums with their members", () => {
    const abi = [view("c", [], [{ name: "", type: "uint8", internalType: "enum Case.Color" }])];
    const { "Case.java": text = "" } = sourcesOf(abi, { notes: { enums: { "Case.Color": ["Red", "new"] } } });
    expect(text).toContain("public enum Color {");
    expect(text).toContain("    Red,\n    _new;");
  });
});

describe("layout", () => {
  it("breaks heads of methods as google-java-format does", () => {
    const long = (count: number) => Array.from({ length: count }, (_, at) => `BigInteger parameter${at}`);
    expect(methodHead(2, "public void f", long(2), "X")).toEqual([
      "  public void f(BigInteger parameter0, BigInteger parameter1) throws X {",
    ]);
    expect(methodHead(2, "public void functionOfSomeName", long(3))).toEqual([
      "  public void functionOfSomeName(",
      "      BigInteger parameter0, BigInteger parameter1, BigInteger parameter2) {",
    ]);
    expect(methodHead(2, "public void f", long(5), "Exception")).toHaveLength(7);
  });

  it("escapes texts", () => {
    expect(literal('a"\\\n中')).toBe('"a\\"\\\\\\012\\u4e2d"');
    expect(javadocText("*/")).toBe("*&#47;");
    expect(javadoc(2, ["One."])).toEqual(["  /** One. */"]);
  });
});

describe("packages and origins", () => {
  it("knows names of packages", () => {
    expect(["org.example", "a"].every(isPackageName)).toBe(true);
    expect(["", "org..x", "org.class", "1a", "a-b", "../x"].some(isPackageName)).toBe(false);
  });

  it("tells no line of a name outside of its comment", () => {
    const origin = {
      contract: "Coin",
      source: "contracts/Coin.sol",
      compiler: "0.8.30+commit.73712a01",
      files: [{ name: "../../Coin.sol", sha256: "0".repeat(64) }],
    };
    expect(originLines({ ...origin, source: "a\nb.sol\\u000a" }).every((line) => /^\/\/ [^\n\\]*$/.test(line))).toBe(
      true,
    );
  });
});
