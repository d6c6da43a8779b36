import { existsSync } from "node:fs";
import { readsOnly } from "../../chain/abi/abiType";
import { contractInterface } from "../../chain/abi/contractInterface";
import type { Transport } from "../../chain/client/client";
import { chooseNode } from "../../chain/openSession";
import { getGroupInfo } from "../../chain/rpc/groups";
import { findMethod } from "../../chain/rpc/methodTable";
import { absoluteBfsPath } from "../../chain/services/bfs/bfsPath";
import { listDirectory } from "../../chain/services/bfs/listDirectory";
import type { ChainSession } from "../../chain/session";
import { isAddress } from "../../crypto/bytes/hex";
import type { Signer } from "../../crypto/cryptoSuite";
import { findOperation, nouns } from "../../operations/catalogue";
import { interfaceShown } from "../../operations/contract/interfaceShown";
import type { Operation } from "../../operations/model/operation";
import { callForm, consoleNames } from "../../operations/words/fieldText";
import { say, t } from "../../text/catalogue";
import { closestName } from "../../text/closestName";
import { padded } from "../../text/columns";
import { listed } from "../../text/joining";
import { listAccounts } from "../account/keyFileOnDisk";
import { groupOf, inProject, sessionOf, transportOf } from "../connection/connect";
import type { Connection } from "../connection/connectionOptions";
import { requireOwnKey } from "../connection/requireSigning";
import { accountOf, knownContractOf } from "../contract/contractContext";
import { terminalPlace } from "../operations/chainKnowledge";
import { fieldArguments } from "../operations/fieldOptions";
import { namedAs, operationUsage, orderArguments, orderOf, takenOptions } from "../operations/operationLine";
import { type OperationOrder, performOperation } from "../operations/performOperation";
import { resultLines } from "../operations/resultText";
import { type Options, runCommandLine, WrongCommandLine } from "../options/commandLine";
import { hideNegative, showNegative } from "../options/optionValues";
import { print } from "../output/print";
import { reportError } from "../output/showError";
import {
  type ConsoleCommand,
  consoleCommands,
  consoleGiven,
  consoleSource,
  consoleSourceIfAny,
  fromFolder,
  isContractName,
  plainName,
} from "./consoleForms";
import { type Deployment, readDeployments } from "./deployments";
import { shellArguments } from "./shellArguments";
import { asAccount, passedOn, type ShellOptions } from "./shellOptions";

/** The program that a shell is part of. */
export interface ShellProgram {
  /** Runs `chainside NAME …` as the terminal does. Gives the exit code. */
  readonly run: (args: readonly string[]) => Promise<number>;
  /** Of the program's own commands. */
  readonly names: readonly string[];
  /** The options that a command's line takes, by the words behind its name. */
  readonly optionsOf: (name: string, words: readonly string[]) => Promise<Options>;
}

/** What a line came to: its exit code, or the end of the shell. */
export type LineOutcome = number | "quit";

type Own = (words: readonly string[]) => Promise<LineOutcome>;

/** Options at the end of a statement of SQL. */
const trailingOption = /\s--(yes|dry-run|json)\s*$/;

/** @throws WrongCommandLine */
function countOf(typed: string): number {
  const count = Number(typed);
  if (!Number.isInteger(count) || count < 1 || count > 100)
    throw new WrongCommandLine(t("specify a number from {0} to {1}", 1, 100));
  return count;
}

/** A console on a chain: takes a line, does it, and remembers group, folder and account. */
export class Shell {
  #connection: Connection;
  #transport: Transport | undefined;
  #session: Promise<ChainSession> | undefined;
  #folder = "/apps";
  /** Of the last session: a change ends it, and the next one is of the same group. */
  #group: string | undefined;
  #account: { readonly keyFile: string; readonly signer: Signer } | undefined;
  #console: Promise<ReadonlyMap<string, ConsoleCommand>> | undefined;
  readonly #own: Readonly<Record<string, Own>>;

  constructor(
    private readonly options: ShellOptions,
    private readonly program: ShellProgram,
  ) {
    this.#connection = options.connection;
    const quit: Own = async () => "quit";
    this.#own = {
      help: (words) => this.#help(words),
      h: (words) => this.#help(words),
      "-h": (words) => this.#help(words),
      quit,
      q: quit,
      exit: quit,
      switch: (words) => this.#switch(words),
      s: (words) => this.#switch(words),
      setNodeName: (words) => this.#setNode(words),
      getNodeName: async () => this.#say(this.#connection.node ?? t("no node is chosen: any node answers")),
      clearNodeName: async () => this.#setNode([]),
      cd: (words) => this.#changeFolder(words),
      pwd: async () => this.#say(this.#folder),
      newAccount: (words) => this.#newAccount(words),
      loadAccount: (words) => this.#loadAccount(words),
      listAccount: () => this.program.run(["account", "list", ...(existsSync("account") ? [] : ["."])]),
      getCurrentAccount: async () =>
        this.#say((await this.#signer())?.address ?? t("no account is loaded: loadAccount FILE")),
      deploy: (words) => this.#deploy(words),
      call: (words) => this.#call(words),
      getDeployLog: (words) => this.#deployLog(words),
      listDeployContractAddress: (words) => this.#addressesOf(words),
    };
  }

  /** `[group0]: /apps> ` */
  async prompt(): Promise<string> {
    const opened = await this.#session?.catch(() => undefined);
    this.#group = opened?.groupId ?? this.#connection.group ?? this.#group;
    return `[${this.#group ?? "?"}]: ${this.#folder}> `;
  }

  /** The names that a line can begin with, for completion. */
  async names(): Promise<readonly string[]> {
    const forms = await this.#forms();
    const own = Object.keys(this.#own).filter((name) => !name.startsWith("-"));
    return [...new Set([...own, ...forms.keys(), ...Object.keys(nouns), ...this.program.names])];
  }

  /** Ends the way to the nodes. */
  async close(): Promise<void> {
    await this.#transport?.close();
  }

  /** Does one line. What goes wrong is said, and is the outcome. */
  async line(typed: string): Promise<LineOutcome> {
    const line = typed.trim();
    if (line === "" || line.startsWith("#")) return 0;
    const [name = "", ...words] = shellArguments(line);
    try {
      return await this.#do(name, words, line);
    } catch (thrown) {
      if (!(thrown instanceof WrongCommandLine)) return reportError(name, thrown, false);
      const { complain } = await import("../output/print");
      complain(`${name}: ${thrown.message}`);
      return 2;
    }
  }

  async #do(name: string, words: readonly string[], line: string): Promise<LineOutcome> {
    const form = (await this.#forms()).get(name);
    if (words.length === 1 && (words[0] === "-h" || words[0] === "--help")) return this.#help([name]);
    if (form) {
      const reported = name === "listAbi" ? await this.#abiOfName(form.operation, words) : undefined;
      return reported ?? this.#consoleCommand(form, words, line);
    }
    const own = Object.hasOwn(this.#own, name) ? this.#own[name] : undefined;
    if (own) return own(words);
    const operation = words[0] === undefined ? undefined : await findOperation(name, words[0]);
    if (operation) return this.#operation(operation, words.slice(1));
    if (this.program.names.includes(name)) return this.#command(name, words);
    if (Object.hasOwn(nouns, name)) return this.program.run([name, "--help"]);
    if (findMethod(name)) return this.#command("rpc", [name, ...words]);
    const meant = closestName(name, await this.names());
    throw new WrongCommandLine(
      meant ? t('unknown command "{0}". Did you mean {1}?', name, meant) : t('unknown command "{0}"', name),
    );
  }

  #forms(): Promise<ReadonlyMap<string, ConsoleCommand>> {
    this.#console ??= consoleCommands();
    return this.#console;
  }

  async #opened(): Promise<Transport> {
    this.#transport ??= await transportOf(this.#connection);
    return this.#transport;
  }

  #chain(): Promise<ChainSession> {
    const forget = (): void => {
      this.#session = undefined;
    };
    this.#session ??= this.#opened()
      .then((transport) => sessionOf(this.#connection, transport))
      .then((session) => ({ ...inProject(session), renew: async () => forget() }));
    this.#session.catch(forget);
    return this.#session;
  }

  async #signer(): Promise<Signer | undefined> {
    const { keyFile } = this.options;
    if (!this.#account && keyFile !== undefined) await this.#load(keyFile);
    return this.#account?.signer;
  }

  async #load(keyFile: string): Promise<Signer> {
    requireOwnKey(keyFile, this.#connection);
    const { passwordFile, passwordVariable } = this.options;
    const signer = await accountOf(await this.#chain(), { keyFile, passwordFile, passwordVariable });
    this.#account = { keyFile, signer };
    return signer;
  }

  async #say(text: string): Promise<number> {
    print(text);
    return 0;
  }

  async #perform(operation: Operation, order: OperationOrder): Promise<number> {
    const session = await this.#chain();
    const signer = await this.#signer();
    const code = await performOperation(
      operation,
      { ...order, yes: order.yes || this.#connection.agreed === true },
      await terminalPlace(session, this.#connection, signer),
    );
    this.#group = session.groupId;
    return code;
  }

  #operation(operation: Operation, words: readonly string[]): Promise<number> {
    const { fields } = operation;
    return runCommandLine(
      {
        ...namedAs(operation),
        usage: operationUsage(operation, true),
        options: { ...orderArguments, ...fieldArguments(fields, takenOptions) } as typeof orderArguments,
        read: (typed) => {
          const order = orderOf(operation, typed);
          return { ...order, given: fromFolder(fields, order.given, this.#folder) };
        },
      },
      words.map(hideNegative),
      (order) => this.#perform(operation, order),
    );
  }

  /** A command of the official console: its words by the order that it has there. */
  #consoleCommand(command: ConsoleCommand, words: readonly string[], line: string): Promise<number> {
    const { operation, forms } = command;
    const { fields } = operation;
    const whole = forms[0]?.wholeLine ? forms[0].arguments[0] : undefined;
    if (whole !== undefined) {
      let statement = line;
      const options: string[] = [];
      for (let found = trailingOption.exec(statement); found; found = trailingOption.exec(statement)) {
        options.push(`--${found[1]}`);
        statement = statement.slice(0, found.index);
      }
      return this.#operation(operation, [...options, "--", statement.replace(/;\s*$/, "")]);
    }
    return runCommandLine(
      {
        ...namedAs(operation),
        name: forms[0]?.name ?? "",
        usage: operationUsage(operation, true),
        options: orderArguments,
        read: (typed) => {
          const given = consoleGiven(command, typed.positionals.map(showNegative), this.#folder);
          const order = orderOf({ ...operation, fields: {} }, { ...typed, positionals: [] });
          return { ...order, given: fromFolder(fields, given, this.#folder) };
        },
      },
      words.map(hideNegative),
      (order) => this.#perform(operation, order),
    );
  }

  /** A command of the program, on the chain and with the account of this shell. */
  async #command(name: string, words: readonly string[]): Promise<number> {
    const options = await this.program.optionsOf(name, words);
    const { group, node } = this.#connection;
    const chosen = Object.entries({ group, node }).flatMap(([option, value]) =>
      value === undefined ? [] : [[option, value] as const],
    );
    const given = words.some((word) => word === "--key" || word.startsWith("--key="));
    const account = asAccount(options) && !given ? this.#accountOptions() : [];
    // options first: what stands behind `--` is no option
    return this.program.run([name, ...passedOn([...this.options.typed, ...chosen], options), ...account, ...words]);
  }

  /** The account of this shell, as commands take it. */
  #accountOptions(): readonly string[] {
    const { keyFile, passwordFile, passwordVariable } = this.options;
    const key = this.#account?.keyFile ?? keyFile;
    if (key === undefined) return [];
    const password = ["--password-env", passwordVariable];
    return ["--key", key, ...password, ...(passwordFile === undefined ? [] : ["--password-file", passwordFile])];
  }

  async #help([name]: readonly string[]): Promise<LineOutcome> {
    const forms = await this.#forms();
    const form = name === undefined ? undefined : forms.get(name);
    if (form) return this.#operation(form.operation, ["--help"]);
    if (name !== undefined && (Object.hasOwn(nouns, name) || this.program.names.includes(name)))
      return this.program.run([name, "--help"]);
    const operations = [...new Set([...forms.values()].map(({ operation }) => operation))];
    const line = (operation: Operation): string => {
      const names = listed(consoleNames(operation));
      return `  ${padded(names, 34)} ${callForm(operation).padEnd(40)} ${say(operation.summary)}`;
    };
    const nounLines = Object.entries(nouns).map(([noun, { summary }]) => `  ${noun.padEnd(34)} ${say(summary)}`);
    print(
      [
        t("Console commands, and the operations that they are:"),
        ...operations.map(line),
        "",
        t("Operations, as noun and verb:"),
        ...nounLines,
        "",
        t("Commands of this shell: {0}", listed(Object.keys(this.#own).sort())),
        t("Commands of chainside: {0}", listed(this.program.names)),
        t("{0} tells more of a command.", "help <name>"),
      ].join("\n"),
    );
    return 0;
  }

  async #switch([group]: readonly string[]): Promise<number> {
    if (group === undefined) throw new WrongCommandLine(t("specify {0}", "GROUP"));
    await groupOf({ ...this.#connection, group }, await this.#opened());
    const suite = (await this.#chain()).suite.name;
    this.#connection = { ...this.#connection, group };
    this.#session = undefined;
    // an account of the other kind of cryptography signs nothing here
    if ((await this.#chain()).suite.name !== suite) this.#account = undefined;
    return this.#say(t("Group {0} is used from now on.", group));
  }

  async #setNode([node]: readonly string[]): Promise<number> {
    if (node !== undefined) {
      const { client } = await this.#chain();
      const info = await getGroupInfo(client);
      if (info) chooseNode(info, { ...client, node });
    }
    this.#connection = { ...this.#connection, node };
    this.#session = undefined;
    return this.#say(node === undefined ? t("no node is chosen: any node answers") : node);
  }

  async #changeFolder([path = "/apps"]: readonly string[]): Promise<number> {
    const folder = absoluteBfsPath(path, this.#folder);
    const { entries } = await listDirectory(await this.#chain(), folder, { limit: 1 });
    const [first] = entries;
    if (first && first.path === folder && first.type !== "directory")
      throw new WrongCommandLine(t("{0} isn't a folder", folder));
    this.#folder = folder;
    return 0;
  }

  async #newAccount([format = "pem", password]: readonly string[]): Promise<number> {
    if (password !== undefined)
      throw new WrongCommandLine(
        t("a password isn't typed here; you're asked for it, or it comes from the variable {0}", "CHAINSIDE_PASSWORD"),
      );
    const { suite } = await this.#chain();
    return this.program.run(["account", "new", "--suite", suite.name, "--format", format]);
  }

  async #loadAccount([named]: readonly string[]): Promise<number> {
    if (named === undefined) throw new WrongCommandLine(t("specify {0}", "FILE"));
    const found = isAddress(named)
      ? (await listAccounts(["account"])).find(({ address }) => address?.toLowerCase() === named.toLowerCase())?.file
      : named;
    if (found === undefined) throw new WrongCommandLine(t("no key file below ./account is of {0}", named));
    const { address } = await this.#load(found);
    return this.#say(t("{0} signs from now on.", address));
  }

  async #deploy([named, ...words]: readonly string[]): Promise<number> {
    if (named === undefined) throw new WrongCommandLine(t("specify {0}", "CONTRACT"));
    const renamed: Readonly<Record<string, string>> = { "-l": "--link", "-v": "--solc", "--sol-version": "--solc" };
    const rest = words
      .filter((word) => word !== "-p" && word !== "--parallel-analysis")
      .map((word) => (Object.hasOwn(renamed, word) ? (renamed[word] ?? word) : word));
    const code = await this.#command("deploy", [named.startsWith("-") ? named : consoleSource(named), ...rest]);
    return code;
  }

  /**
   * `call NAME ADDRESS FUNCTION …`, `call NAME latest FUNCTION …` for the newest that was deployed from here, and `call PATH FUNCTION …`: a
   * call where the function changes nothing, else a transaction.
   */
  async #call(words: readonly string[]): Promise<number> {
    const [first = "", second = "", ...others] = words;
    const latest = second === "latest" ? (await this.#deployed(first))[0]?.address : undefined;
    if (second === "latest" && latest === undefined)
      throw new WrongCommandLine(t("{0} wasn't deployed from here in this group yet.", first));
    const address = latest ?? second;
    const named = isAddress(address);
    const target = named ? address : isAddress(first) ? first : absoluteBfsPath(first, this.#folder);
    const rest = named ? others : [second, ...others];
    const [name = ""] = rest;
    if (name === "") throw new WrongCommandLine(t("specify the function, or the call data with --data"));
    const { abi } = await knownContractOf(await this.#chain(), target, { abi: undefined, artifact: undefined });
    return this.#command(readsOnly(abi.getFunction(name)) ? "call" : "send", [target, ...rest]);
  }

  /**
   * `listAbi CONTRACT` by a name, as the console takes it: of the source here, else of what shells of this user last deployed of that name.
   * Undefined for an address or a path of the chain, which the operation takes.
   */
  async #abiOfName(operation: Operation, words: readonly string[]): Promise<number | undefined> {
    const [named = ""] = words;
    if (words.length !== 1 || !/^[A-Za-z_$][\w$.:/-]*$/.test(named) || isAddress(named)) return undefined;
    const source = consoleSourceIfAny(named);
    if (source === undefined) {
      const [newest] = isContractName(named) ? await this.#deployed(named) : [];
      return newest && this.#operation(operation, [newest.address]);
    }
    const { compiledArtifact } = await import("../contract/compiledArtifact");
    const session = await this.#chain();
    const { name, abi } = await compiledArtifact(session, source, undefined);
    const shown = { name, source: "own", ...interfaceShown(contractInterface(abi, session.suite)) };
    return this.#say(resultLines(shown).join("\n"));
  }

  /** What was deployed by shells of this user in this group, the newest first: those of one contract where it is named. */
  async #deployed(contract?: string): Promise<readonly Deployment[]> {
    const { chainId: chain, groupId: group } = await this.#chain();
    const name = contract === undefined ? undefined : plainName(contract);
    return (await readDeployments({ chain, group })).filter((each) => name === undefined || each.name === name);
  }

  /** `getDeployLog [COUNT]` */
  async #deployLog([count = "20"]: readonly string[]): Promise<number> {
    const shown = (await this.#deployed()).slice(0, countOf(count));
    if (shown.length === 0) return this.#say(t("Nothing was deployed from here in this group yet."));
    return this.#say(
      shown.map(({ time, group, name, address }) => `${time}  [${group}]  ${name}  ${address}`).join("\n"),
    );
  }

  /** `listDeployContractAddress CONTRACT [COUNT]` */
  async #addressesOf([contract, count = "20"]: readonly string[]): Promise<number> {
    if (contract === undefined) throw new WrongCommandLine(t("specify {0}", "CONTRACT"));
    const shown = (await this.#deployed(contract)).slice(0, countOf(count));
    if (shown.length === 0) return this.#say(t("{0} wasn't deployed from here in this group yet.", contract));
    return this.#say(shown.map(({ time, address }) => `${address}  ${time}`).join("\n"));
  }
}
