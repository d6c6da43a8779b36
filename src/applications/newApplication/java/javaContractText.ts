import type { AbiShape } from "../../../chain/abi/abiType";
import type { JavaClient, JavaFunction } from "../../java/clientModel";
import { javadocText, literal } from "../../java/javaLayout";
import { isSdkList, type JavaMember, type JavaType } from "../../java/javaType";
import { wholeName } from "../../java/wholeNames";
import type { ApplicationContract } from "../base/applicationContract";
import { hasSample, sampleValue } from "../base/sampleValue";

/** A contract with its class. */
export interface JavaContract {
  readonly client: JavaClient;
  readonly contract: ApplicationContract;
}

/** Types with their packages: a contract may be called as any of them. */
export class TypeTexts {
  /** The contract's class, with its package. */
  readonly outer: string;

  constructor(outer: string) {
    this.outer = outer;
  }

  type(type: JavaType): string {
    if (type.kind === "plain") return type.java === "BigInteger" ? wholeName(type.java) : type.java;
    if (type.kind === "struct") return `${this.outer}.${type.struct.name}`;
    return `${wholeName("List")}<${this.type(type.element)}>`;
  }

  /** Where values come together. */
  #valueType(type: JavaType): string {
    if (!isSdkList(type)) return this.type(type);
    return `${wholeName("DynamicArray")}<${this.type(type.element)}>`;
  }

  /** What a call gives. */
  answer(found: JavaFunction): string {
    const [only] = found.outputs;
    if (!only) return "void";
    return found.outputs.length === 1 ? this.type(only.type) : this.results(found);
  }

  /** Results that a receipt has: a tuple or a class of their own. */
  results({ outputs, outputsClass }: JavaFunction): string {
    if (outputsClass) return `${this.outer}.${outputsClass.name}`;
    return `${wholeName(`Tuple${outputs.length}`)}<${outputs.map(({ type }) => this.#valueType(type)).join(", ")}>`;
  }

  parameters(members: readonly JavaMember[]): string {
    return members.map(({ name, type }) => `${this.type(type)} ${name}`).join(", ");
  }
}

const given = (members: readonly JavaMember[]): string => members.map(({ name }) => name).join(", ");

export const receiptType = wholeName("TransactionReceipt");
export const exceptionType = wholeName("ContractException");
const parserType = wholeName("RevertMessageParser");

function methodsOf(types: TypeTexts, found: JavaFunction): string {
  const { names, inputs, reads, signature } = found;
  const answer = types.answer(found);
  const parameters = types.parameters(inputs);
  const returned = answer === "void" ? "" : "return ";
  const about = javadocText(signature);
  const asked = (name: string): string =>
    `  public ${answer} ${name}(${parameters}) throws ${exceptionType} {\n    ${returned}this.contract.${name}(${given(inputs)});\n  }\n`;
  if (reads) return `\n  /** Reads: ${about}. */\n${asked(names.call)}`;
  return `
  /** Sends ${about}, and gives the receipt of its block. */
  public ${receiptType} ${names.call}(${parameters}) throws ${exceptionType} {
    this.chain.requireAccount();
    return confirmed(this.contract.${names.call}(${given(inputs)}));
  }

  /** What it would give now, without a transaction. */
${asked(names.simulate)}`;
}

/** `KioskService.java`. */
export function serviceText(packageName: string, { client, contract }: JavaContract): string {
  const { className, functions, constructorInputs, names } = client;
  const outer = `${packageName}.contracts.${className}`;
  const types = new TypeTexts(outer);
  const parameters = types.parameters(constructorInputs);
  const ownError =
    client.errors.length === 0
      ? ""
      : `    ${exceptionType} error = this.contract.${names.failure}(receipt);
    if (error != null) {
      throw error;
    }
`;
  const deploys = !contract.deployable
    ? ""
    : `
  /** Deploys the contract, and gives the service on it. */
  public static ${className}Service deploy(${["Chain chain_", parameters].filter(Boolean).join(", ")})
      throws ${exceptionType} {
    chain_.requireAccount();
    ${outer} deployed =
        ${outer}.deploy(${["chain_.client()", "chain_.credential()", given(constructorInputs)].filter(Boolean).join(", ")});
    return new ${className}Service(chain_, deployed);
  }
`;
  return `package ${packageName};

/** What the application does with the contract ${className}: change it to what it should do. */
public class ${className}Service {
  private final Chain chain;
  private final ${outer} contract;

  private ${className}Service(Chain chain, ${outer} contract) {
    this.chain = chain;
    this.contract = contract;
  }

  /** The service on the contract that stands at the address. */
  public static ${className}Service at(Chain chain, String address) {
    return new ${className}Service(
        chain, ${outer}.load(address, chain.client(), chain.credential()));
  }
${deploys}
  /** The contract itself, with its events and asynchronous forms. */
  public ${outer} contract(Chain of) {
    return of == this.chain ? this.contract : ${outer}.load(this.contract.getContractAddress(), of.client(), of.credential());
  }

  /** A receipt, if the transaction did what it should; else the contract's error. */
  private ${receiptType} confirmed(${receiptType} receipt) throws ${exceptionType} {
    if (receipt.isStatusOK()) {
      return receipt;
    }
${ownError}    String reason = ${parserType}.tryResolveRevertMessage(receipt).getValue2();
    throw new ${exceptionType}("status " + receipt.getStatus() + " " + reason, receipt.getStatus(), receipt);
  }
${functions.map((found) => methodsOf(types, found)).join("")}}
`;
}

/** A list of structs where values come together. */
export const sdkList = (types: TypeTexts, { element }: JavaType & { kind: "list" }, list: string): string =>
  `new ${wholeName("DynamicArray")}<>(${types.type(element)}.class, ${list})`;

/** A small value as a Java expression. */
export function sample(types: TypeTexts, type: JavaType, shape: AbiShape): string {
  if (type.kind === "plain") {
    if (type.java === "BigInteger") return `${wholeName(type.java)}.ONE`;
    if (type.java === "Boolean") return "true";
    if (type.java === "byte[]") {
      const size = shape.kind === "bytes" ? (shape.size ?? 1) : 1;
      return `new byte[] {${["1", ...Array.from({ length: size - 1 }, () => "0")].join(", ")}}`;
    }
    return literal(String(sampleValue(shape.kind === "address" ? shape : { kind: "string" })));
  }
  if (type.kind === "struct") {
    const members = shape.kind === "tuple" ? shape.members : [];
    const values = type.struct.members.map((member, at) => {
      const value = sample(types, member.type, members[at]?.shape ?? { kind: "bool" });
      return isSdkList(member.type) ? sdkList(types, member.type, value) : value;
    });
    return `new ${types.type(type)}(${values.join(", ")})`;
  }
  const element = shape.kind === "array" ? shape.element : shape;
  const values = Array.from({ length: type.length ?? 1 }, () => sample(types, type.element, element));
  return `java.util.Arrays.asList(${values.join(", ")})`;
}

/** `KioskServiceTest.java`: the service on an embedded chain. */
export function serviceTestText(packageName: string, { client, contract }: JavaContract): string {
  const { className, functions, constructorInputs } = client;
  const types = new TypeTexts(`${packageName}.contracts.${className}`);
  const values = constructorInputs.map(({ type }, at) =>
    sample(types, type, contract.abi.constructorInputs[at]?.shape ?? { kind: "bool" }),
  );
  const tests = functions.flatMap((found, number) => {
    const inputs = contract.abi.functions.find(({ signature }) => signature === found.signature)?.inputs ?? [];
    if (!hasSample(inputs)) return [];
    const list = found.inputs.map(({ type }, at) => sample(types, type, inputs[at]?.shape ?? { kind: "bool" }));
    const name = found.reads ? found.names.call : found.names.simulate;
    const call = `${name}(${list.join(", ")})`;
    const body =
      found.outputs.length === 0
        ? `same(() -> done(() -> service.${call}), () -> done(() -> contract.${call}));`
        : `same(() -> service.${call}, () -> contract.${call});`;
    return [
      `
  @Test
  @DisplayName(${literal(found.signature)})
  void function${number}() {
    ${body}
  }
`,
    ];
  });
  return `package ${packageName};

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.function.Executable;

/** The service on an embedded chain: it gives what the contract gives, and fails where it fails. */
class ${className}ServiceTest {
  @RegisterExtension static final DevChain devChain = new DevChain();

  private static ${className}Service service;
  private static ${packageName}.contracts.${className} contract;

  /** Change the values to what the contract can be deployed with. */
  @BeforeAll
  static void deploy() throws Exception {
    service = ${className}Service.deploy(${["devChain.chain()", ...values].join(", ")});
    contract = service.contract(devChain.chain());
  }

  @Test
  void standsOnTheChain() {
    assertTrue(contract.getContractAddress().matches("(0x)?[0-9a-fA-F]{40}"));
    String code = devChain.chain().client().getCode(contract.getContractAddress()).getCode();
    assertTrue(code.length() > 2, code);
  }
${tests.join("")}
  private static Object done(Executable call) throws Exception {
    try {
      call.execute();
      return true;
    } catch (Exception error) {
      throw error;
    } catch (Throwable error) {
      throw new IllegalStateException(error);
    }
  }

  private static void same(Callable<?> service, Callable<?> contract) {
    assertEquals(outcome(contract), outcome(service));
  }

  /** Values of the SDK have no equality of their own: of those it is the class. */
  private static String outcome(Callable<?> call) {
    try {
      Object value = call.call();
      boolean plain = value instanceof Number || value instanceof String || value instanceof Boolean;
      return plain ? value.toString() : value.getClass().getName();
    } catch (Exception error) {
      return error.toString();
    }
  }
}
`;
}

/** `Main.java`: says whether the chain answers, or deploys. */
export function javaMainText(packageName: string, contracts: readonly JavaContract[]): string {
  const lines = contracts.map(({ client: { className } }) => {
    const key = literal(`contract.${className}`);
    return `      System.out.println(${literal(`${className}: `)} + settings.getProperty(${key}, "-"));`;
  });
  return `package ${packageName};

import java.nio.file.Path;
import java.util.Properties;

/** Says whether the chain of chain.properties answers. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) throws Exception {
    String file = System.getenv("CHAIN_SETTINGS");
    Properties settings =
        Chain.settings(Path.of(file == null || file.isEmpty() ? "chain.properties" : file));
    try (Chain chain = Chain.connect(settings)) {
      System.out.println(
          chain.client().getGroup() + " " + chain.client().getBlockNumber().getBlockNumber());
${lines.join("\n")}
    }
    System.exit(0); // threads of the SDK would keep the process
  }
}
`;
}
