import { describe, expect, it } from "vitest";
import {
  assignment,
  call,
  literal,
  methodHead,
  returned,
  statement,
} from "../../../../src/applications/java/javaLayout";

const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `r${at}`);
const long = "METHOD_F17_INT256FUNCTIONFUNCTION3FUNCTIONBOOLFUNCTION";

// What google-java-format 1.25.2 makes of the same code.
describe("The layout of Java", () => {
  it("puts short arguments and elements side by side", () => {
    expect(statement(4, "return ", call(`${long}.call`, ["this", ...names(22)]))).toEqual([
      `    return ${long}.call(`,
      "        this, r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14, r15, r16, r17, r18,",
      "        r19, r20, r21);",
    ]);
    const elements = names(22).map((name) => `this.${name}`);
    expect(statement(6, "return ", { head: "new Object[] {", parts: elements, tail: "}" })).toEqual([
      "      return new Object[] {",
      "        this.r0, this.r1, this.r2, this.r3, this.r4, this.r5, this.r6, this.r7, this.r8, this.r9,",
      "        this.r10, this.r11, this.r12, this.r13, this.r14, this.r15, this.r16, this.r17, this.r18,",
      "        this.r19, this.r20, this.r21",
      "      };",
    ]);
  });

  it("has one argument in a line where one of them is long", () => {
    const parts = [
      "client.getCryptoSuite()",
      "contractAddress",
      "client",
      "credential",
      "transactionManagerOfTheWholeShop",
    ];
    expect(statement(4, "return ", call("new TheNameOfAContract", parts))).toEqual([
      "    return new TheNameOfAContract(",
      ...parts.map((part, at) => `        ${part}${at === 4 ? ");" : ","}`),
    ]);
  });

  it("breaks behind the sign of an assignment, and behind a cast, before anything else", () => {
    expect(assignment(4, "Object[] values =", call(`${long}.input`, ["data"]))).toEqual([
      `    Object[] values = ${long}.input(data);`,
    ]);
    expect(assignment(4, "Object[] values =", call(`${long}.output`, ["transactionReceipt.getInput()"]))).toEqual([
      "    Object[] values =",
      `        ${long}.output(`,
      "            transactionReceipt.getInput());",
    ]);
    expect(returned(4, "byte[]", call(`${long}.call`, ["this", "client", "p0", "p1", "p2"], ")[0]"))).toEqual([
      "    return (byte[])",
      `        ${long}.call(this, client, p0, p1, p2)[0];`,
    ]);
  });

  it("breaks before the name of a method whose results leave no room for it", () => {
    const type = "private static Tuple3<DynamicArray<S664>, BigInteger, List<byte[]>>";
    const name = "resultsDeployStringstringstring33string33Tupletuple";
    expect(methodHead(2, `${type} ${name}`, ["Object[] values"])).toEqual([
      `  ${type}`,
      `      ${name}(Object[] values) {`,
    ]);
  });

  it("writes texts so that Java reads them as they are", () => {
    expect(literal('a"b\\c')).toBe('"a\\"b\\\\c"');
    expect(literal("\n\u0000")).toBe('"\\012\\000"');
    expect(literal("国🙂\u007f")).toBe('"\\u56fd\\ud83d\\ude42\\u007f"');
    expect(literal("\\u000a")).toBe('"\\\\u000a"');
  });
});
