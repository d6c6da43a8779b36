import { randomUUID } from "node:crypto";
import type { Admin, Consumer, Kafka, Message, Producer, SASLOptions, Transaction } from "kafkajs";
import * as v from "valibot";
import { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { rowObject } from "../export/jsonLines";
import type { Column, Table } from "../store/dialect";
import { type HistorySink, positionSchema, type SinkPosition, type TableRows } from "../store/historySink";
import type { SinkTarget } from "./sinkTarget";

const forms: Readonly<Record<Column["type"], object>> = {
  // beyond 2^53 as text
  int: { type: ["integer", "string"] },
  time: { type: "integer", description: "milliseconds since 1970" },
  bool: { type: "boolean" },
  text: { type: "string" },
  json: { type: "string", contentMediaType: "application/json" },
  big: { type: "string", pattern: "^-?[0-9]+$" },
  blob: { type: "string", pattern: "^0x[0-9a-f]*$" },
};

const nullable = (form: object): object => ({ anyOf: [form, { type: "null" }] });

/** JSON Schema of a row of a table. */
const tableSchema = ({ name, columns, key }: Table): object => ({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: name,
  type: "object",
  properties: Object.fromEntries(
    columns.map(({ name: column, type, optional }) => [column, optional ? nullable(forms[type]) : forms[type]]),
  ),
  required: columns.map((column) => column.name),
  additionalProperties: false,
  "x-key": key,
});

/** Characters of what goes in one request: a broker takes a megabyte of each partition unless it is told otherwise. */
const pieceLength = 600_000;
const requestMs = 60_000;
/** A transaction that lies still so long is given up by the broker, in milliseconds. */
const transactionMs = 120_000;
const positionKey = "position";
/** The topics of positions and of schemas keep what is newest of each key: they are read from their beginning. */
const compacted = [
  { name: "cleanup.policy", value: "compact" },
  { name: "segment.ms", value: "3600000" },
  { name: "min.cleanable.dirty.ratio", value: "0.1" },
];

/** A code of the system or of TLS, such as `ECONNREFUSED` or `CERT_HAS_EXPIRED`. */
const isCode = (code: unknown): code is string => typeof code === "string" && /^[A-Z][A-Z0-9_]*$/.test(code);

/** What says how a connection of Kafka failed, in words of ours. */
function kafkaTrouble(error: unknown, database: string): unknown {
  if (error instanceof ChainError || !(error instanceof Error)) return error;
  const { type = "", cause } = error as Error & { readonly type?: string };
  const code = [error, cause].map((each) => (each as { readonly code?: unknown } | undefined)?.code).find(isCode);
  const names = [error.name, (cause as Error | undefined)?.name ?? ""];
  if (names.some((name) => name === "KafkaJSSASLAuthenticationError") || /AUTHORIZATION_FAILED$/.test(type))
    return clientError("historyDatabaseDenied", { database });
  // another writer of the same prefix has begun
  if (/^(?:PRODUCER_FENCED|INVALID_PRODUCER_EPOCH|INVALID_PRODUCER_ID_MAPPING)$/.test(type))
    return clientError("historyDatabaseAway", { database, reason: type });
  if (
    /^(?:MESSAGE_TOO_LARGE|RECORD_LIST_TOO_LARGE|INVALID_TOPIC_EXCEPTION|POLICY_VIOLATION|INVALID_REPLICATION_FACTOR)$/.test(
      type,
    )
  )
    return clientError("historyDatabaseRefused", { database, reason: type });
  if (error.name.startsWith("KafkaJS"))
    return clientError("historyDatabaseAway", { database, reason: type || (code ?? "connection") });
  return error;
}

/** The key of a row: that of its table, so that the same row always has the same key. */
const keyOf = ({ columns, key }: Table, row: readonly unknown[]): string =>
  key.map((name) => String(row[columns.findIndex((column) => column.name === name)])).join(":");

/**
 * Topics of Kafka, one for each table: `PREFIX.blocks`, `PREFIX.transactions`, `PREFIX.event_TOKEN_TRANSFER` …, rows as JSON, with the
 * schema of each in `PREFIX.schemas`. A batch and where it goes on are one transaction, whose identity keeps a former writer out: a
 * reader of committed records alone has each row once.
 */
export class KafkaSink implements HistorySink {
  readonly #topics = new Set<string>();
  /** Topics whose schema this run has written: a topic may be there without it, made by a run that was ended before its first rows. */
  readonly #described = new Set<string>();
  #admin: Admin | undefined;
  #producer: Producer | undefined;

  private constructor(
    private readonly target: SinkTarget,
    private readonly kafka: Kafka,
  ) {}

  static async open(target: SinkTarget): Promise<KafkaSink> {
    // a bundle has a package of CommonJS as the default alone
    const { default: kafkajs } = (await import("kafkajs")) as unknown as { default: typeof import("kafkajs") };
    const { hosts, user, password = "", isTls, ca, mechanism = "scram-sha-512" } = target;
    const sasl = { mechanism, username: user, password } as SASLOptions;
    const kafka = new kafkajs.Kafka({
      ...{ clientId: "chainside", brokers: [...hosts], requestTimeout: requestMs },
      ssl: isTls && ca !== undefined ? { ca: [ca] } : isTls,
      ...(user === "" ? {} : { sasl }),
      // what it would write for itself has addresses in it
      logLevel: kafkajs.logLevel.NOTHING,
    });
    return new KafkaSink(target, kafka);
  }

  get label(): string {
    return this.target.label;
  }

  #topic(name: string): string {
    return `${this.target.name}.${name}`;
  }

  async #tried<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw kafkaTrouble(error, this.label);
    }
  }

  async #lose(): Promise<void> {
    const parts = [this.#producer, this.#admin];
    [this.#producer, this.#admin] = [undefined, undefined];
    await Promise.allSettled(parts.map((part) => part?.disconnect()));
  }

  async position(): Promise<SinkPosition | undefined> {
    return this.#tried(async () => {
      await this.#lose();
      this.#topics.clear();
      this.#described.clear();
      const admin = this.kafka.admin();
      this.#admin = admin;
      await admin.connect();
      for (const name of await admin.listTopics()) this.#topics.add(name);
      const [positions, schemas] = [this.#topic(positionKey), this.#topic("schemas")];
      for (const topic of [positions, schemas])
        await this.#makeTopic({ topic, numPartitions: 1, configEntries: compacted });
      const producer = this.kafka.producer({
        ...{ transactionalId: this.#topic("writer"), idempotent: true, maxInFlightRequests: 1 },
        transactionTimeout: transactionMs,
      });
      this.#producer = producer;
      await producer.connect();
      // what another writer of this prefix had begun is undone by this, and it writes no more
      const run = randomUUID();
      const begin = await producer.transaction();
      await begin.send({ topic: positions, messages: [{ key: "run", value: run }] });
      await begin.commit();
      return this.#lastPosition(run);
    });
  }

  /** The last position before the record of this run. */
  async #lastPosition(run: string): Promise<SinkPosition | undefined> {
    const consumer: Consumer = this.kafka.consumer({
      ...{ groupId: `${this.#topic("reader")}.${run}`, readUncommitted: false, allowAutoTopicCreation: false },
    });
    const topic = this.#topic(positionKey);
    let found: SinkPosition | undefined;
    try {
      await consumer.connect();
      await consumer.subscribe({ topics: [topic], fromBeginning: true });
      await new Promise<void>((resolve, reject) => {
        consumer.on("consumer.crash", ({ payload }) => reject(payload.error));
        const started = consumer.run({
          autoCommit: false,
          eachMessage: async ({ message }) => {
            const [key, value] = [String(message.key), String(message.value)];
            if (key === positionKey) found = this.#read(value);
            else if (value === run) resolve();
          },
        });
        started.catch(reject);
      });
      return found;
    } finally {
      await consumer.disconnect();
      // it was this run's alone
      await this.#admin?.deleteGroups([`${this.#topic("reader")}.${run}`]).catch(() => undefined);
    }
  }

  #read(text: string): SinkPosition {
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      json = undefined;
    }
    const read = v.safeParse(positionSchema, json);
    if (!read.success) throw clientError("historyNotIndex", { path: this.label });
    return read.output;
  }

  async #makeTopic(topic: Parameters<Admin["createTopics"]>[0]["topics"][number]): Promise<void> {
    if (this.#topics.has(topic.topic)) return;
    await this.#admin?.createTopics({ topics: [topic], waitForLeaders: true });
    this.#topics.add(topic.topic);
  }

  async write(all: readonly TableRows[], position: SinkPosition): Promise<void> {
    await this.#tried(async () => {
      const schemas: { key: string; value: string }[] = [];
      for (const { table } of all) {
        const topic = this.#topic(table.name);
        await this.#makeTopic({ topic });
        if (!this.#described.has(topic)) schemas.push({ key: topic, value: JSON.stringify(tableSchema(table)) });
      }
      const transaction = await (this.#producer as Producer).transaction();
      try {
        if (schemas.length > 0) await transaction.send({ topic: this.#topic("schemas"), messages: schemas });
        for (const rows of all) await this.#send(transaction, rows);
        const own = [{ key: positionKey, value: JSON.stringify(position) }];
        await transaction.send({ topic: this.#topic(positionKey), messages: own });
        await transaction.commit();
        for (const { key } of schemas) this.#described.add(key);
      } catch (error) {
        // the next try begins with another producer, which undoes what is left of this transaction
        await transaction.abort().catch(() => undefined);
        throw error;
      }
    });
  }

  async #send(transaction: Transaction, { table, rows }: TableRows): Promise<void> {
    const topic = this.#topic(table.name);
    let [messages, length]: [Message[], number] = [[], 0];
    for (const row of rows) {
      const value = JSON.stringify(rowObject(row, table.columns));
      if (length > 0 && length + value.length > pieceLength) {
        await transaction.send({ topic, messages });
        [messages, length] = [[], 0];
      }
      messages.push({ key: keyOf(table, row), value });
      length += value.length;
    }
    if (messages.length > 0) await transaction.send({ topic, messages });
  }

  /** What was written is there. */
  async flush(): Promise<void> {
    return;
  }

  async close(): Promise<void> {
    await this.#lose();
  }
}
