// Build files of Java applications.
import type { ApplicationFile, ApplicationKind, ApplicationRequest } from "../base/application";
import ignored from "../base/gitignore.eta";
import gradle from "./build.gradle.eta";
import docker from "./Dockerfile.eta";
import gradleWrapper from "./gradle-wrapper.properties.eta";
import type { JavaContract } from "./javaContractText";
import pom from "./pom.xml.eta";
import gradleSettings from "./settings.gradle.eta";

/** Releases that the tests of this project run with. */
const libraryReleases = {
  sdk: "3.6.0",
  junit: "5.11.4",
  surefire: "3.5.2",
  compiler: "3.13.0",
  dependencies: "3.8.1",
  gradle: "8.14.3",
} as const;

/** The oldest Java that compiles and runs a plain application. */
export const plainJava = 11;

/** A library by its coordinates; without a version where Spring Boot has one. */
interface Library {
  readonly group: string;
  readonly artifact: string;
  readonly version?: string;
  readonly test?: true;
}

const sdkLibrary: Library = {
  group: "org.fisco-bcos.java-sdk",
  artifact: "fisco-bcos-java-sdk",
  version: libraryReleases.sdk,
};

/** What differs between the releases of Spring Boot that services are written for. */
export interface SpringRelease {
  readonly boot: string;
  /** The oldest Java that compiles and runs it. */
  readonly java: 8 | 17;
  /** Artifact of springdoc with the OpenAPI page, and its release. */
  readonly openApi: readonly [artifact: string, version: string];
  /** Images of Docker Hub that build and run it. */
  readonly images: { readonly maven: string; readonly gradle: string; readonly run: string };
}

/** Releases that the tests of this project run with. */
const springReleases: { readonly [Kind in ApplicationKind]?: SpringRelease } = {
  "spring-boot-3": {
    boot: "3.5.6",
    java: 17,
    openApi: ["springdoc-openapi-starter-webmvc-ui", "2.8.13"],
    images: { maven: "maven:3.9-eclipse-temurin-17", gradle: "gradle:8.14-jdk17", run: "eclipse-temurin:17-jre" },
  },
  "spring-boot-2": {
    boot: "2.7.18",
    java: 8,
    openApi: ["springdoc-openapi-ui", "1.8.0"],
    images: { maven: "maven:3.9-eclipse-temurin-8", gradle: "gradle:8.14-jdk8", run: "eclipse-temurin:8-jre" },
  },
};

/** The release that a kind of application is written for; undefined for kinds without Spring Boot. */
export const springRelease = (kind: ApplicationKind): SpringRelease | undefined => springReleases[kind];

function librariesOf(spring: SpringRelease | undefined): readonly Library[] {
  if (!spring) {
    return [
      sdkLibrary,
      { group: "org.junit.jupiter", artifact: "junit-jupiter", version: libraryReleases.junit, test: true },
    ];
  }
  const starter = (name: string): Library => ({
    group: "org.springframework.boot",
    artifact: `spring-boot-starter-${name}`,
  });
  const [artifact, version] = spring.openApi;
  return [
    starter("web"),
    starter("actuator"),
    { group: "org.springdoc", artifact, version },
    sdkLibrary,
    { ...starter("test"), test: true },
  ];
}

/** What the build files have in common. */
function buildValues({ kind, name, packageName }: ApplicationRequest) {
  const spring = springRelease(kind);
  const java = spring?.java ?? plainJava;
  const libraries = librariesOf(spring);
  return {
    ...libraryReleases,
    ...spring,
    spring,
    java,
    javaVersion: java === 8 ? "1.8" : java,
    name,
    packageName,
    libraries,
  };
}

/** What builds the application: `pom.xml`, or Gradle's files. */
function buildFiles(request: ApplicationRequest): ApplicationFile[] {
  const values = buildValues(request);
  if (request.build === "maven") return [{ path: "pom.xml", text: pom(values) }];
  return [
    { path: "build.gradle", text: gradle(values) },
    { path: "settings.gradle", text: gradleSettings(values) },
    { path: "gradle/wrapper/gradle-wrapper.properties", text: gradleWrapper({ version: libraryReleases.gradle }) },
  ];
}

/** Folder of what is built. */
export const builtFolder = ({ build }: ApplicationRequest): string => (build === "maven" ? "target" : "build/libs");

/** `.gitignore` and `.dockerignore`. */
const javaIgnoredText = ({ build }: ApplicationRequest): string =>
  ignored({ built: `${build === "maven" ? "target/" : "build/\n.gradle/"}\nlog/` });

/** Images of Docker Hub for a plain application. */
const plainImages = {
  maven: "maven:3.9-eclipse-temurin-17",
  gradle: "gradle:8.14-jdk17",
  run: "eclipse-temurin:17-jre",
} as const;

/** `Dockerfile`: built in one image, run in another one by a user without rights. */
function javaDockerText(request: ApplicationRequest): string {
  const { name, packageName, build, kind } = request;
  const spring = springRelease(kind);
  const images = spring?.images ?? plainImages;
  return docker({
    spring,
    buildImage: images[build],
    runImage: images.run,
    command: build === "maven" ? "mvn -q -B -DskipTests package" : "gradle --no-daemon -q assemble",
    folder: builtFolder(request),
    name,
    packageName,
  });
}

/** A value of a `.properties` file: nothing in it ends its line or is taken for something else. */
const propertyValue = (text: string): string =>
  [...text]
    .map((each) => {
      if (each === "\\") return "\\\\";
      if (each >= "!" && each <= "~") return each;
      if (each === " ") return "\\ ";
      return [...Array(each.length).keys()]
        .map((at) => `\\u${each.charCodeAt(at).toString(16).padStart(4, "0")}`)
        .join("");
    })
    .join("");

/** `https://127.0.0.1:20200` → `127.0.0.1:20200`: the SDK connects to the same port. */
const peerOf = (url: string): string => url.replace(/^https?:\/\//i, "").split("/", 1)[0] ?? "";

/** `chain.properties`: nodes, group, how long an answer is waited for, paths of the TLS files, addresses of contracts. */
function propertiesText({ chain, addresses }: ApplicationRequest, contracts: readonly JavaContract[]): string {
  const { urls, group, tls } = chain;
  const entries: readonly (readonly [string, string])[] = [
    ["chain.peers", urls.map(peerOf).join(",")],
    ["chain.group", group ?? "group0"],
    // milliseconds
    ["chain.messageTimeout", "10000"],
    ...Object.entries(tls ?? {}).flatMap(([name, path]) =>
      typeof path === "string" ? [[`chain.tls.${name}`, path] as const] : [],
    ),
    ...contracts.flatMap(({ client: { className }, contract }) => {
      const address = addresses[contract.source.artifact.name];
      return address === undefined ? [] : [[`contract.${className}`, address] as const];
    }),
  ];
  return entries.map(([name, value]) => `${name}=${propertyValue(value)}\n`).join("");
}

/** What every Java application begins with: what builds it, its settings, and its image. */
export function baseFiles(request: ApplicationRequest, contracts: readonly JavaContract[]): ApplicationFile[] {
  const ignoredFiles = javaIgnoredText(request);
  return [
    ...buildFiles(request),
    { path: "chain.properties", text: propertiesText(request, contracts) },
    { path: ".gitignore", text: ignoredFiles },
    { path: ".dockerignore", text: ignoredFiles },
    { path: "Dockerfile", text: javaDockerText(request) },
  ];
}
