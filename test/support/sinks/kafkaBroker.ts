// A real broker of Kafka in KRaft mode for tests, of the jars of Maven Central, in a folder of its own; ended by the test that started it.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import kafkajs from "kafkajs";
import { findProgram } from "../../../scripts/test/findProgram";
import { fromNetwork } from "../../../scripts/test/fromNetwork";
import { mavenEnvironment, shortLived } from "../../../scripts/test/javaOptions";
import type { Certificate } from "../certificates";
import { freePorts } from "../ports";

const { Kafka, logLevel } = kafkajs;
const kept = resolve(import.meta.dirname, "../../../out/test/kafka");
const pom = join(import.meta.dirname, "kafka-pom.xml");

/** Whether this machine can have a broker. */
export const hasKafka = (): boolean =>
  process.platform !== "win32" && findProgram(["java"]) !== undefined && findProgram(["mvn"]) !== undefined;

async function classPath(): Promise<string> {
  const list = join(kept, "classpath.txt");
  mkdirSync(kept, { recursive: true });
  const args = ["-q", "-B", "-f", pom, "dependency:build-classpath", `-Dmdep.outputFile=${list}`];
  const fetchJars = (): boolean =>
    spawnSync("mvn", args, { stdio: ["ignore", 2, 2], env: mavenEnvironment() }).status === 0;
  if (!existsSync(list) && !(await fromNetwork("mvn", fetchJars))) throw new Error("mvn failed");
  return readFileSync(list, "utf8").trim();
}

interface KafkaRecord {
  readonly key: string;
  readonly value: string;
}

export interface KafkaBroker {
  readonly address: string;
  /** Where users are asked for, if they are. */
  readonly secure: string;
  /** The committed records of a topic, as keys and values, in their order in each partition. */
  records(topic: string): Promise<KafkaRecord[]>;
  /** The same one after the other, for topics that are larger than the memory. */
  read(topic: string, take: (record: KafkaRecord) => void): Promise<void>;
  topics(): Promise<string[]>;
  close(): Promise<void>;
}

/** A broker that asks for a user, over TLS, with this certificate in the name `localhost`. */
export interface KafkaAccess {
  readonly user: string;
  readonly password: string;
  readonly certificate: Certificate;
}

/** What a listener of the broker needs to be `SASL_SSL`. */
function accessSettings({ user, password, certificate }: KafkaAccess, folder: string): Record<string, string> {
  const keys = join(folder, "keys.pem");
  writeFileSync(keys, `${certificate.keyPem}${certificate.pem}`);
  const login = (mechanism: string, more = ""): string =>
    `org.apache.kafka.common.security.${mechanism} required${more};`;
  return {
    "ssl.keystore.type": "PEM",
    "ssl.keystore.location": keys,
    "sasl.enabled.mechanisms": "PLAIN,SCRAM-SHA-256,SCRAM-SHA-512",
    "listener.name.clients.plain.sasl.jaas.config": login("plain.PlainLoginModule", ` user_${user}="${password}"`),
    "listener.name.clients.scram-sha-256.sasl.jaas.config": login("scram.ScramLoginModule"),
    "listener.name.clients.scram-sha-512.sasl.jaas.config": login("scram.ScramLoginModule"),
  };
}

/** @param access of a second listener, at `secure`, where clients are asked for a user */
export async function startKafka(access?: KafkaAccess): Promise<KafkaBroker> {
  const jars = await classPath();
  const folder = mkdtempSync(join(tmpdir(), "chainside-kafka-"));
  const first = await freePorts(3);
  const address = `127.0.0.1:${first}`;
  const secure = `localhost:${first + 2}`;
  const settings = {
    "process.roles": "broker,controller",
    "node.id": "1",
    "controller.quorum.voters": `1@127.0.0.1:${first + 1}`,
    listeners: `PLAINTEXT://${address},CONTROLLER://127.0.0.1:${first + 1}${access ? `,CLIENTS://${secure}` : ""}`,
    "advertised.listeners": `PLAINTEXT://${address}${access ? `,CLIENTS://${secure}` : ""}`,
    "listener.security.protocol.map": "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,CLIENTS:SASL_SSL",
    ...(access ? accessSettings(access, folder) : {}),
    "controller.listener.names": "CONTROLLER",
    "log.dirs": join(folder, "data"),
    "offsets.topic.replication.factor": "1",
    "offsets.topic.num.partitions": "1",
    "transaction.state.log.replication.factor": "1",
    "transaction.state.log.min.isr": "1",
    "transaction.state.log.num.partitions": "1",
    "group.initial.rebalance.delay.ms": "0",
    "num.partitions": "2",
    "auto.create.topics.enable": "false",
  };
  const file = join(folder, "server.properties");
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  writeFileSync(file, `${lines.join("\n")}\n`);
  const java = [...shortLived, "-Xmx512m", "-cp", jars];
  const format = ["kafka.tools.StorageTool", "format", "-t", "MkU3OEVBNTcwNTJENDM2Qg", "-c", file];
  for (const digits of access ? ["256", "512"] : [])
    format.push("--add-scram", `SCRAM-SHA-${digits}=[name=${access?.user},password=${access?.password}]`);
  execFileSync("java", [...java, ...format], { stdio: "pipe" });
  const child = spawn("java", [...java, "kafka.Kafka", file], { cwd: folder, stdio: "ignore" });
  const kafka = new Kafka({
    clientId: "test",
    brokers: [address],
    logLevel: logLevel.NOTHING,
    retry: { retries: 60, maxRetryTime: 1000 },
  });
  const admin = kafka.admin();
  await Promise.race([
    admin.connect(),
    once(child, "exit").then(([code]) => {
      throw new Error(`Kafka ended with ${code}`);
    }),
  ]);
  async function read(topic: string, take: (record: KafkaRecord) => void): Promise<void> {
    const offsets = await admin.fetchTopicOffsets(topic);
    const end = new Map(offsets.map(({ partition, high }) => [partition, Number(high)]));
    const consumer = kafka.consumer({ groupId: `test-${topic}-${Date.now()}`, readUncommitted: false });
    // a record behind all others, which says that the end of its partition is reached
    const producer = kafka.producer();
    await producer.connect();
    const left = new Set(end.keys());
    for (const partition of end.keys())
      await producer.send({ topic, messages: [{ key: "end", value: "end", partition }] });
    await producer.disconnect();
    await consumer.connect();
    await consumer.subscribe({ topics: [topic], fromBeginning: true });
    await new Promise<void>((done, failed) => {
      consumer.on("consumer.crash", ({ payload }) => failed(payload.error));
      consumer
        .run({
          autoCommit: false,
          eachMessage: async ({ partition, message }) => {
            const [key, value] = [String(message.key), String(message.value)];
            if (key !== "end") take({ key, value });
            else if (Number(message.offset) >= (end.get(partition) ?? 0)) left.delete(partition);
            if (left.size === 0) done();
          },
        })
        .catch(failed);
    });
    await consumer.disconnect();
  }

  return {
    address,
    secure,
    topics: () => admin.listTopics(),
    read,
    async records(topic) {
      const found: KafkaRecord[] = [];
      await read(topic, (record) => found.push(record));
      return found;
    },
    async close() {
      await admin.disconnect();
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
