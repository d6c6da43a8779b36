import type { JavaClient, JavaEnum, JavaError, JavaEvent, JavaFunction, JavaValues } from "./clientModel";
import {
  assignment,
  type Call,
  type Code,
  call,
  code,
  columns,
  flat,
  inOneLine,
  javadoc,
  javadocText,
  literal,
  longLiteral,
  methodHead,
  returned,
  statement,
  wholeName,
} from "./javaLayout";
import { capitalised } from "./javaNames";
import { codecType, isHashed, isSdkList, type JavaMember, type JavaStruct, type JavaType } from "./javaType";

/** What a class holds beside what its ABI says. */
interface ClientParts {
  readonly packageName: string;
  /** Lines before the package: where the class comes from. */
  readonly head: readonly string[];
  /** The contract's name in its source. */
  readonly contract: string;
  readonly abi: string;
  /** Creation code, hex without `0x`, with markers where libraries belong; empty where there is none. */
  readonly code: string;
  readonly smCode: string;
  /** Names of libraries by their markers in the code. */
  readonly libraries: Readonly<Record<string, string>>;
  /** Whether the SDK can send values along. */
  readonly values: boolean;
}

const ofLanguage = new Set(["String", "Boolean", "Object", "Integer", "Void", "SuppressWarnings"]);
/** Classes that the SDK's contract brings into the scope of those that extend it. */
const inheritedTypes = new Set(["EventValuesWithLog"]);

/** Characters of a piece of a text constant; Java takes 65,535 bytes, of which a character can take three. */
const maxLiteralLength = 20_000;

/** The SDK's fixed lists and static structs have no more elements. */
const maxStaticLength = 32;

/** What several methods for one function have in common. */
interface FunctionParts {
  /** With their types. */
  readonly parameters: readonly string[];
  /** Their names. */
  readonly given: readonly string[];
  /** The call as the SDK's function. */
  readonly made: Call;
  /** The type of what it gives. */
  readonly answer: string;
}

/** Writes one class. */
class Writer {
  readonly #client: JavaClient;
  readonly #parts: ClientParts;
  readonly #imports = new Set<string>();
  readonly #references = new Map<string, string>();
  readonly #lines: string[] = [];

  constructor(client: JavaClient, parts: ClientParts) {
    this.#client = client;
    this.#parts = parts;
  }

  /** The name of a class in this source: its own one, unless the contract has a class of that name. */
  #ref(name: string): string {
    const known = this.#references.get(name);
    if (known !== undefined) return known;
    const found = this.#named(name);
    this.#references.set(name, found);
    return found;
  }

  #named(name: string): string {
    const isHidden = this.#client.ownTypes.has(name) || inheritedTypes.has(name);
    if (ofLanguage.has(name)) return isHidden ? `java.lang.${name}` : name;
    const whole = wholeName(name);
    if (isHidden) return whole;
    this.#imports.add(whole);
    return name;
  }

  #add(...lines: readonly string[]): void {
    this.#lines.push(...lines);
  }

  /** A member of the class, with an empty line before it. */
  #member(...lines: readonly string[]): void {
    if (this.#lines.length > 0 && lines.length > 0) this.#add("");
    this.#add(...lines);
  }

  #type(type: JavaType): string {
    if (type.kind === "plain") return type.java === "byte[]" ? type.java : this.#ref(type.java);
    return type.kind === "struct" ? type.struct.name : `${this.#ref("List")}<${this.#type(type.element)}>`;
  }

  /** The type where values come together: in tuples, events, and structs. */
  #valueType(type: JavaType): string {
    if (!isSdkList(type)) return this.#type(type);
    return `${this.#ref("DynamicArray")}<${this.#type(type.element)}>`;
  }

  /** What the codec gives as the type it is. */
  #value(type: JavaType, given: string): Code {
    if (isSdkList(type)) return call("ChainsideAbi.array", [`${this.#type(type.element)}.class`, given]);
    return `(${this.#type(type)}) ${given}`;
  }

  #parameters(members: readonly JavaMember[]): string[] {
    return members.map((member) => `${this.#type(member.type)} ${member.name}`);
  }

  #types(members: readonly JavaMember[]): string {
    return literal(members.map((member) => `${member.indexed ? "*" : ""}${codecType(member.type)}`).join(","));
  }

  /** A list of values of several types: a tuple of the SDK, or a class of the client. */
  #valuesType(members: readonly JavaMember[], own: JavaValues | undefined): string {
    if (own) return own.name;
    return `${this.#ref(`Tuple${members.length}`)}<${members.map((member) => this.#valueType(member.type)).join(", ")}>`;
  }

  #newValues(members: readonly JavaMember[], own: JavaValues | undefined): Call {
    const made = own ? own.name : `${this.#ref(`Tuple${members.length}`)}<>`;
    return call(
      `new ${made}`,
      members.map((member, at) => this.#value(member.type, `values[${at}]`)),
    );
  }

  write(): string {
    this.#constants();
    this.#codec();
    this.#constructorOf();
    for (const found of this.#client.functions) this.#function(found);
    this.#valueTransfers();
    for (const event of this.#client.events) this.#event(event);
    this.#failure();
    this.#deployment();
    for (const each of this.#client.enums) this.#enum(each);
    for (const each of this.#client.structs) this.#struct(each);
    for (const { inputsClass, outputsClass } of this.#client.functions) {
      if (inputsClass) this.#valuesClass(inputsClass);
      if (outputsClass) this.#valuesClass(outputsClass);
    }
    for (const each of this.#client.events) this.#response(each);
    for (const each of this.#client.errors) this.#error(each);
    const contract = this.#ref("Contract");
    const { head, packageName } = this.#parts;
    return [
      ...head,
      `package ${packageName};`,
      "",
      ...[...this.#imports].sort().map((each) => `import ${each};`),
      "",
      ...javadoc(0, [`The contract ${javadocText(this.#parts.contract)}.`]),
      '@SuppressWarnings("unchecked")',
      `public class ${this.#client.className} extends ${contract} {`,
      ...this.#lines,
      "}",
      "",
    ].join("\n");
  }

  #textConstant(name: string, text: string): void {
    const text0 = this.#ref("String");
    const pieces: string[] = [];
    for (let at = 0; at < text.length; at += maxLiteralLength)
      pieces.push(literal(text.slice(at, at + maxLiteralLength)));
    const begin = `  public static final ${text0}[] ${name}_ARRAY = {`;
    const oneLine = `${begin}${pieces.join(", ")}};`;
    const last = pieces.length - 1;
    if (pieces.length === 0 || oneLine.length <= columns) this.#member(oneLine);
    else this.#member(begin, ...pieces.flatMap((piece, at) => longLiteral(4, piece, at < last ? "," : "")), "  };");
    const joined = call(`${this.#ref("StringUtils")}.joinAll`, ['""', `${name}_ARRAY`]);
    this.#member(...constantLines(text0, name, joined, "public"));
  }

  #constants(): void {
    this.#textConstant("BINARY", this.#parts.code);
    this.#textConstant("SM_BINARY", this.#parts.smCode);
    this.#textConstant("ABI", this.#parts.abi);
    const text = this.#ref("String");
    for (const { constant, name } of this.#client.nameConstants) {
      this.#member(...constantLines(text, constant, literal(name), "public"));
    }
  }

  #codec(): void {
    const { structs, errors, functions, events, names } = this.#client;
    const makers = [
      ...structs.map(({ name, members }) => ({ verb: ".struct", name, first: `${name}.class`, members })),
      ...errors.map(({ name, signature, members }) => ({ verb: ".error", name, first: literal(signature), members })),
    ];
    const head = `  private static final ChainsideAbi ${names.codec} =`;
    if (makers.length === 0) this.#member(`${head} new ChainsideAbi();`);
    else {
      this.#member(`${head} ${names.newCodec}();`);
      this.#member(
        `  private static ChainsideAbi ${names.newCodec}() {`,
        "    ChainsideAbi codec = new ChainsideAbi();",
        ...makers.flatMap(({ verb, first, name, members }) =>
          this.#maker(`codec${verb}`, [first, this.#types(members)], name, members),
        ),
        "    return codec;",
        "  }",
      );
    }
    for (const { method, signature, inputs, outputs, attribute } of functions) {
      const parts = [literal(signature), this.#types(inputs), this.#types(outputs), String(attribute)];
      this.#member(...constantLines("ChainsideAbi.Method", method, call(`${names.codec}.method`, parts)));
    }
    for (const { log, constant: name, signature, parameters, anonymous } of events) {
      const parts = [literal(signature), this.#types(parameters), String(anonymous)];
      this.#member(...constantLines("ChainsideAbi.Log", log, call(`${names.codec}.event`, parts)));
      this.#member(...constantLines(this.#ref("Event"), name, `${log}.event()`, "public"));
    }
  }

  /** `codec.struct(Item.class, "uint256", values -> new Item((BigInteger) values[0]));` */
  #maker(verb: string, parts: readonly string[], made: string, members: readonly JavaMember[]): string[] {
    const values = members.map((member, at) => this.#value(member.type, `values[${at}]`));
    const maker = call(`new ${made}`, values, "));");
    const whole = fitting(4, [`${verb}(${parts.join(", ")}, values -> `], maker);
    if (whole) return whole;
    const margin = " ".repeat(8);
    const second = fitting(8, [`${parts.join(", ")}, values -> `], maker);
    if (second) return [`    ${verb}(`, ...second];
    const named = parts.map((part) => `${margin}${part},`);
    const third = fitting(8, ["values -> "], maker) ?? [`${margin}values ->`, ...code(12, maker)];
    return [`    ${verb}(`, ...named, ...third];
  }

  #constructorOf(): void {
    const { className } = this.#client;
    const text = this.#ref("String");
    const parameters = [
      `${text} contractAddress`,
      `${this.#ref("Client")} client`,
      `${this.#ref("CryptoKeyPair")} credential`,
    ];
    this.#member(
      ...methodHead(2, `protected ${className}`, parameters),
      "    super(getBinary(client.getCryptoSuite()), contractAddress, client, credential);",
      "  }",
    );
    const suite = this.#ref("CryptoSuite");
    this.#member(
      `  public static ${text} getBinary(${suite} cryptoSuite) {`,
      `    return cryptoSuite.getCryptoTypeConfig() == ${this.#ref("CryptoType")}.ECDSA_TYPE ? BINARY : SM_BINARY;`,
      "  }",
    );
    this.#member(`  public static ${text} getABI() {`, "    return ABI;", "  }");
    this.#member(
      ...methodHead(2, `public static ${className} load`, parameters),
      `    return new ${className}(contractAddress, client, credential);`,
      "  }",
    );
  }

  #docs({ doc, inputs, payable }: JavaFunction): string[] {
    const tags = inputs.flatMap(({ name, doc }) => (doc ? [`@param ${name} ${javadocText(doc)}`] : []));
    const docLines = [...(doc ?? "").split("\n").map(javadocText), ...(payable ? ["Payable."] : [])];
    return javadoc(2, docLines, tags);
  }

  /** What a question or a trial gives: nothing, the only result, or a tuple. */
  #answerType({ outputs, outputsClass }: JavaFunction): string {
    const [only] = outputs;
    if (!only) return "void";
    return outputs.length === 1 ? this.#type(only.type) : this.#valuesType(outputs, outputsClass);
  }

  #ask(found: JavaFunction): string[] {
    const { outputs, method, inputs, names } = found;
    const asked = call(`${method}.call`, ["this", "this.client", ...inputs.map(({ name }) => name)]);
    const [only] = outputs;
    if (!only) return statement(4, "", asked);
    if (outputs.length === 1) return returned(4, this.#type(only.type), { ...asked, tail: ")[0]" });
    return statement(4, "return ", call(names.results, [asked]));
  }

  #function(found: JavaFunction): void {
    const { names, inputs, outputs, outputsClass, method, reads } = found;
    const parameters = this.#parameters(inputs);
    const given = inputs.map(({ name }) => name);
    const exception = this.#ref("ContractException");
    const made = call(`${method}.function`, given);
    const answer = this.#answerType(found);
    const parts: FunctionParts = { parameters, given, made, answer };
    if (reads) {
      this.#member(
        ...this.#docs(found),
        ...methodHead(2, `public ${answer} ${names.call}`, parameters, exception),
        ...this.#ask(found),
        "  }",
      );
    } else {
      this.#member(
        ...this.#docs(found),
        ...methodHead(2, `public ${this.#ref("TransactionReceipt")} ${names.call}`, parameters),
        ...statement(4, "return ", call("executeTransaction", [made])),
        "  }",
      );
      this.#member(
        ...methodHead(2, `public ${this.#ref("String")} ${names.call}`, [
          ...parameters,
          `${this.#ref("TransactionCallback")} callback`,
        ]),
        ...statement(4, "return ", call("asyncExecuteTransaction", [made, "callback"])),
        "  }",
      );
    }
    if (found.payable && this.#parts.values) {
      const valued = call("ChainsideAbi.withValue", ["this.transactionManager", made, "value"]);
      this.#member(
        ...javadoc(2, ["The same with a value, which takes a transaction manager (setTransactionManager)."]),
        ...methodHead(2, `public ${this.#ref("TransactionReceipt")} ${names.value}`, [
          ...parameters,
          `${this.#ref("BigInteger")} value`,
        ]),
        ...statement(4, "return ", call("executeTransaction", [valued])),
        "  }",
      );
    }
    this.#async(found, parts);
    this.#member(
      ...methodHead(2, `public ${this.#ref("Function")} ${names.raw}`, parameters, exception),
      ...statement(4, "return ", made),
      "  }",
    );
    if (!reads) this.#changing(found, parts);
    if (outputs.length > 1) {
      this.#member(
        ...methodHead(2, `private static ${this.#valuesType(outputs, outputsClass)} ${names.results}`, [
          `${this.#ref("Object")}[] values`,
        ]),
        ...statement(4, "return ", this.#newValues(outputs, outputsClass)),
        "  }",
      );
    }
  }

  #async({ reads, names }: JavaFunction, { parameters, given, made, answer }: FunctionParts): void {
    const future = this.#ref("CompletableFuture");
    if (!reads) {
      const sent = call("asyncExecuteTransaction", [made, "callback"]);
      this.#member(
        ...methodHead(2, `public ${future}<${this.#ref("TransactionReceipt")}> ${names.async}`, parameters),
        ...lambda(4, "return ChainsideAbi.receipt(", "callback ->", sent),
        "  }",
      );
      return;
    }
    const asked = call(names.call, given);
    const head = methodHead(
      2,
      `public ${future}<${answer === "void" ? this.#ref("Void") : answer}> ${names.async}`,
      parameters,
    );
    if (answer !== "void") {
      this.#member(...head, ...lambda(4, "return ChainsideAbi.async(", "() ->", asked), "  }");
      return;
    }
    this.#member(
      ...head,
      "    return ChainsideAbi.async(",
      "        () -> {",
      ...statement(10, "", asked),
      "          return null;",
      "        });",
      "  }",
    );
  }

  /** What belongs to a function that sends a transaction. */
  #changing(found: JavaFunction, { parameters, made, answer }: FunctionParts): void {
    const { names, inputs, outputs, outputsClass, inputsClass, method } = found;
    const receipt = `${this.#ref("TransactionReceipt")} transactionReceipt`;
    this.#member(
      ...methodHead(2, `public ${this.#ref("String")} ${names.signed}`, parameters),
      ...statement(4, "return ", call("createSignedTransaction", [made])),
      "  }",
    );
    this.#member(
      ...javadoc(2, [`What ${javadocText(names.call)} would give now: it runs without a transaction.`]),
      ...methodHead(2, `public ${answer} ${names.simulate}`, parameters, this.#ref("ContractException")),
      ...this.#ask(found),
      "  }",
    );
    if (inputs.length > 0) {
      this.#member(
        ...methodHead(2, `public ${this.#valuesType(inputs, inputsClass)} ${names.input}`, [receipt]),
        ...assignment(
          4,
          `${this.#ref("Object")}[] values =`,
          call(`${method}.input`, ["transactionReceipt.getInput()"]),
        ),
        ...statement(4, "return ", this.#newValues(inputs, inputsClass)),
        "  }",
      );
    }
    if (outputs.length > 0) {
      this.#member(
        ...methodHead(2, `public ${this.#valuesType(outputs, outputsClass)} ${names.output}`, [receipt]),
        ...assignment(
          4,
          `${this.#ref("Object")}[] values =`,
          call(`${method}.output`, ["transactionReceipt.getOutput()"]),
        ),
        ...statement(4, "return ", this.#newValues(outputs, outputsClass)),
        "  }",
      );
    }
  }

  /** Transactions that name no function. */
  #valueTransfers(): void {
    const { fallback, receive } = this.#client.names;
    const receipt = (): string => this.#ref("TransactionReceipt");
    for (const [name, parameters, data] of [
      [fallback, ["byte[] data"], "data"],
      [receive, [], "new byte[0]"],
    ] as const) {
      if (name === undefined) continue;
      const sent = call("asyncExecuteTransaction", [data, '""', "callback", "0"]);
      this.#member(
        ...javadoc(2, [
          `Sends ${name === fallback ? "this call data, which no function takes" : "a transaction without call data"}.`,
        ]),
        ...methodHead(2, `public ${receipt()} ${name}`, parameters),
        ...lambda(4, "return ChainsideAbi.receipt(", "callback ->", sent, ").join()"),
        "  }",
      );
    }
  }

  #event({ parameters, log, response, names }: JavaEvent): void {
    const receipt = this.#ref("TransactionReceipt");
    const text = this.#ref("String");
    const list = this.#ref("List");
    const callback = this.#ref("EventSubCallback");
    const number = this.#ref("BigInteger");
    this.#member(
      ...methodHead(2, `private ${response} ${names.read}`, [`${receipt}.Logs log`]),
      `    ${this.#ref("Object")}[] values = ${log}.read(this.cryptoSuite, this.contractAddress, log);`,
      "    if (values == null) {",
      "      return null;",
      "    }",
      `    ${response} response = new ${response}();`,
      "    response.log = log;",
      ...parameters.flatMap((member, at) =>
        statement(4, `response.${member.name} = `, this.#eventValue(member, `values[${at}]`)),
      ),
      "    return response;",
      "  }",
    );
    this.#member(
      ...methodHead(2, `public ${list}<${response}> ${names.find}`, [`${receipt} transactionReceipt`]),
      `    ${list}<${response}> responses = new ${this.#ref("ArrayList")}<>();`,
      ...loopHead(4, `${receipt}.Logs log`, "transactionReceipt.getLogEntries()"),
      `      ${response} response = ${names.read}(log);`,
      "      if (response != null) {",
      "        responses.add(response);",
      "      }",
      "    }",
      "    return responses;",
      "  }",
    );
    const range = [`${number} fromBlock`, `${number} toBlock`];
    const subscribed = (parts: readonly string[]): Call =>
      call(`${log}.subscribe`, ["this.client", "this.contractAddress", ...parts]);
    this.#member(
      ...methodHead(2, `public void ${names.subscribe}`, [
        ...range,
        `${list}<${text}> otherTopics`,
        `${callback} callback`,
      ]),
      ...statement(4, "", subscribed(["fromBlock", "toBlock", "otherTopics", "callback"])),
      "  }",
    );
    this.#member(
      ...methodHead(2, `public void ${names.subscribe}`, [`${callback} callback`]),
      "    BigInteger newest = BigInteger.ONE.negate();".replaceAll("BigInteger", number),
      ...statement(4, "", subscribed(["newest", "newest", "null", "callback"])),
      "  }",
    );
    this.#member(
      ...javadoc(2, [
        "Tells the consumer of each event of these blocks, -1 for the newest one, and gives the id of the subscription.",
      ]),
      ...methodHead(2, `public ${text} ${names.subscribe}`, [
        ...range,
        `${this.#ref("Consumer")}<${response}> consumer`,
      ]),
      `    return ${log}.subscribe(`,
      "        this.client,",
      "        this.contractAddress,",
      "        fromBlock,",
      "        toBlock,",
      "        null,",
      "        (id, status, logs) -> {",
      "          if (logs == null) {",
      "            return;",
      "          }",
      ...loopHead(10, `${this.#ref("EventLog")} pushed`, "logs"),
      `            ${response} response = ${names.read}(ChainsideAbi.logOf(pushed));`,
      "            if (response != null) {",
      "              consumer.accept(response);",
      "            }",
      "          }",
      "        });",
      "  }",
    );
  }

  #eventValue(member: JavaMember, given: string): Code {
    return isHashed(member) ? `(byte[]) ${given}` : this.#value(member.type, given);
  }

  #failure(): void {
    const { errors, names } = this.#client;
    if (errors.length === 0) return;
    this.#member(
      ...javadoc(2, ["The error of the contract by which a transaction failed, or null."]),
      ...methodHead(2, `public ${this.#ref("ContractException")} ${names.failure}`, [
        `${this.#ref("TransactionReceipt")} transactionReceipt`,
      ]),
      ...statement(4, "return ", {
        ...call(`${names.codec}.failure`, [
          "this.cryptoSuite",
          "transactionReceipt.getStatus()",
          "transactionReceipt.getOutput()",
        ]),
      }),
      "  }",
    );
  }

  #deployment(): void {
    const { className, constructorInputs, constructorDoc, constructorPayable, names } = this.#client;
    const { code, smCode, libraries, values } = this.#parts;
    if (code === "" && smCode === "") return;
    const text = this.#ref("String");
    const exception = this.#ref("ContractException");
    const needsLibraries = Object.keys(libraries).length > 0;
    const map = needsLibraries ? `${this.#ref("Map")}<${text}, ${text}>` : "";
    const taken = [
      `${this.#ref("Client")} client`,
      `${this.#ref("CryptoKeyPair")} credential`,
      ...(needsLibraries ? [`${map} libraries`] : []),
    ];
    const own = this.#parameters(constructorInputs);
    const given = constructorInputs.map(({ name }) => name);
    const firsts = ["client", "credential", ...(needsLibraries ? ["libraries"] : [])];
    if (needsLibraries) {
      this.#member(
        ...javadoc(2, ["Names of libraries by the markers that stand for their addresses in the code."]),
        `  private static final ${map} LIBRARIES = new ${this.#ref("LinkedHashMap")}<>();`,
        "",
        "  static {",
        ...Object.entries(libraries).map(
          ([marker, name]) => `    LIBRARIES.put(${literal(marker)}, ${literal(name)});`,
        ),
        "  }",
      );
    }
    const binary = "getBinary(client.getCryptoSuite())";
    const linked = needsLibraries ? `ChainsideAbi.link(${binary}, LIBRARIES, libraries)` : binary;
    const encoded: Code =
      given.length === 0 ? "null" : call(`${names.codec}.encode`, [this.#types(constructorInputs), ...given]);
    const docs = [
      ...(constructorDoc ?? "").split("\n").map(javadocText),
      ...(needsLibraries
        ? [`Libraries are given by name: ${Object.values(libraries).map(javadocText).join(", ")}.`]
        : []),
    ];
    const tags = constructorInputs.flatMap(({ name, doc }) => (doc ? [`@param ${name} ${javadocText(doc)}`] : []));
    this.#member(
      ...javadoc(2, docs, tags),
      ...methodHead(2, `public static ${className} deploy`, [...taken, ...own], exception),
      ...statement(
        4,
        "return ",
        call("deploy", [
          `${className}.class`,
          "client",
          "credential",
          `ChainsideAbi.requireCode(${linked})`,
          "getABI()",
          encoded,
          "null",
        ]),
      ),
      "  }",
    );
    if (constructorPayable && values) {
      const wanted = [`${this.#ref("TransactionManager")} transactionManager`, `${this.#ref("BigInteger")} value`];
      const created = call("ChainsideAbi.creation", [linked, encoded]);
      this.#member(
        ...javadoc(2, [...docs, "Deployed with a value, which the transaction manager sends."], tags),
        ...methodHead(2, `public static ${className} deploy`, [...taken, ...wanted, ...own], exception),
        ...statement(4, `${className} deployed = `, call(`new ${className}`, ['""', "client", "credential"])),
        "    deployed.setTransactionManager(transactionManager);",
        ...statement(
          4,
          "",
          call("ChainsideAbi.deployed", [
            "deployed",
            call("deployed.executeDeployTransaction", [created, "getABI()", "value"]),
          ]),
        ),
        "    return deployed;",
        "  }",
      );
    }
    this.#member(
      ...methodHead(2, `public static ${this.#ref("CompletableFuture")}<${className}> deployAsync`, [...taken, ...own]),
      ...lambda(4, "return ChainsideAbi.async(", "() ->", call("deploy", [...firsts, ...given])),
      "  }",
    );
    this.#member(
      ...javadoc(2, ["Deploys the contract and links it into the BFS as /apps/name/version."]),
      ...methodHead(
        2,
        `public static ${className} deployAndLink`,
        [...taken, `${text} name`, `${text} version`, ...own],
        exception,
      ),
      ...statement(4, `${className} deployed = `, call("deploy", [...firsts, ...given])),
      ...statement(
        4,
        "",
        call("ChainsideAbi.linkBfs", [
          "client",
          "credential",
          "name",
          "version",
          "deployed.getContractAddress()",
          "getABI()",
        ]),
      ),
      "    return deployed;",
      "  }",
    );
  }

  #enum({ name, source, constants }: JavaEnum): void {
    const number = this.#ref("BigInteger");
    this.#member(
      ...javadoc(2, [`The enum ${javadocText(source)}: its members in their order.`]),
      `  public enum ${name} {`,
      ...constants.map((each, at) => `    ${each}${at === constants.length - 1 ? ";" : ","}`),
      "",
      "    /** The number that stands for the member in calls. */",
      `    public ${number} toNumber() {`,
      `      return new ${number}("" + ordinal());`,
      "    }",
      "",
      "    /** The member that a number stands for. */",
      `    public static ${name} ofNumber(${number} number) {`,
      "      return values()[number.intValueExact()];",
      "    }",
      "  }",
    );
  }

  /** The SDK's class for a member of a struct. */
  #sdkType(type: JavaType): string {
    if (type.kind === "struct") return type.struct.name;
    if (type.kind === "list") {
      const list = type.length === undefined || isSdkList(type) ? "DynamicArray" : `StaticArray${type.length}`;
      return `${this.#ref(list)}<${this.#sdkType(type.element)}>`;
    }
    const special: Readonly<Record<string, string>> = {
      string: "Utf8String",
      address: "Address",
      bool: "Bool",
      bytes: "DynamicBytes",
    };
    return this.#ref(special[type.codec] ?? capitalised(type.codec));
  }

  #struct({ name, source, isDynamic, members }: JavaStruct): void {
    const parent = this.#ref(isDynamic || members.length > maxStaticLength ? "DynamicStruct" : "StaticStruct");
    const fields = members.map((member) => `${this.#valueType(member.type)} ${member.name}`);
    const given = members.map((member) => member.name);
    const abiTypes = this.#client.names.codec;
    this.#member(
      ...javadoc(2, source === "" ? [] : [`The struct ${javadocText(source)}.`]),
      `  public static class ${name} extends ${parent} implements ChainsideAbi.Struct {`,
      ...fields.flatMap((field, at) => [...(at > 0 ? [""] : []), `    public ${field};`]),
      "",
      ...methodHead(4, `public ${name}`, fields),
      ...statement(6, "", call("super", [call(`${abiTypes}.sdkTypes`, [this.#types(members), ...given])])),
      ...given.map((each) => `      this.${each} = ${each};`),
      "    }",
    );
    const isPlainStruct = ({ kind }: JavaType): boolean => kind === "struct";
    const sameErasure = members.every(({ type }) => isPlainStruct(type) || isSdkList(type));
    if (!sameErasure && members.every(({ type }) => hasSdkType(type))) {
      const sdkTypes = members.map(({ type }) => this.#sdkType(type));
      this.#member(
        ...methodHead(
          4,
          `public ${name}`,
          members.map((member, at) => `${sdkTypes[at]} ${member.name}`),
        ),
        ...statement(
          6,
          "",
          call(
            "this",
            members.map(({ name: each, type }) => nativeOf(type, each)),
          ),
        ),
        "    }",
      );
    }
    const object = this.#ref("Object");
    this.#member(
      `    public ${object}[] toMembers() {`,
      ...statement(6, "return ", { head: `new ${object}[] {`, parts: given.map((each) => `this.${each}`), tail: "}" }),
      "    }",
      "  }",
    );
  }

  #valuesClass({ name, members }: JavaValues): void {
    const fields = members.map((member) => `${this.#valueType(member.type)} ${member.name}`);
    this.#member(
      `  public static class ${name} {`,
      ...fields.map((field) => `    public final ${field};`),
      "",
      ...methodHead(4, `public ${name}`, fields),
      ...members.map((member) => `      this.${member.name} = ${member.name};`),
      "    }",
      ...members.flatMap((member, at) => [
        "",
        `    public ${this.#valueType(member.type)} getValue${at + 1}() {`,
        `      return this.${member.name};`,
        "    }",
      ]),
      "  }",
    );
  }

  #response({ response, parameters, signature }: JavaEvent): void {
    this.#member(
      ...javadoc(2, [`The event ${javadocText(signature)}.`]),
      `  public static class ${response} {`,
      `    public ${this.#ref("TransactionReceipt")}.Logs log;`,
      ...parameters.flatMap((member) => [
        "",
        ...(isHashed(member) ? javadoc(4, ["The hash of the indexed value."]) : []),
        `    public ${isHashed(member) ? "byte[]" : this.#valueType(member.type)} ${member.name};`,
      ]),
      "  }",
    );
  }

  #error({ name, members, signature }: JavaError): void {
    const fields = members.map((member) => `${this.#valueType(member.type)} ${member.name}`);
    this.#member(
      ...javadoc(2, [`The error ${javadocText(signature)}.`]),
      `  public static class ${name} extends ${this.#ref("ContractException")} {`,
      ...fields.map((field) => `    public final ${field};`),
      ...(fields.length > 0 ? [""] : []),
      ...methodHead(4, `public ${name}`, fields),
      ...statement(6, "", call("super", [literal(signature)])),
      ...members.map((member) => `      this.${member.name} = ${member.name};`),
      "    }",
      "  }",
    );
  }
}

/** Whether the SDK has a class for the type that is right. */
function hasSdkType(type: JavaType): boolean {
  if (type.kind !== "list") return true;
  const { element, length } = type;
  if (element.kind === "list") return false;
  return length === undefined || isSdkList(type) || (length >= 1 && length <= maxStaticLength);
}

/** A value of the SDK's class as the native one. */
function nativeOf(type: JavaType, name: string): string {
  if (type.kind === "struct" || isSdkList(type)) return name;
  return type.kind === "list" ? `ChainsideAbi.plainList(${name})` : `${name}.getValue()`;
}

function constantLines(type: string, name: string, value: Code, access = "private"): string[] {
  return assignment(2, `${access} static final ${type} ${name} =`, value);
}

function loopHead(indent: number, variable: string, list: string): string[] {
  const margin = " ".repeat(indent);
  const line = `${margin}for (${variable} : ${list}) {`;
  return line.length <= columns ? [line] : [`${margin}for (${variable} :`, `${margin}    ${list}) {`];
}

/** The one line that this is, if there is room for it. */
function fitting(indent: number, before: readonly string[], value: Code): string[] | undefined {
  const line = `${" ".repeat(indent)}${before.join("")}${flat(value)}`;
  return line.length <= columns ? [line] : undefined;
}

/** `return x(callback -> code);`, broken before the lambda and then behind its arrow. */
function lambda(indent: number, before: string, arrow: string, code: Call, closing = ")"): string[] {
  const tailed: Call = { ...code, tail: `${code.tail}${closing}` };
  const whole = inOneLine(indent, `${before}${arrow} `, tailed);
  if (whole !== undefined) return [whole];
  const second = inOneLine(indent + 4, `${arrow} `, tailed);
  const margin = " ".repeat(indent);
  if (second !== undefined) return [margin + before, second];
  return [margin + before, `${margin}    ${arrow}`, ...statement(indent + 8, "", tailed)];
}

/** The source of a client's class. */
export function clientSource(client: JavaClient, parts: ClientParts): string {
  return new Writer(client, parts).write();
}
