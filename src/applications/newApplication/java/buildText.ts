// Build files of Java applications.
import type { ApplicationFile, ApplicationRequest } from "../base/application";
import ignored from "../base/gitignore.eta";
import gradle from "./build.gradle.eta";
import docker from "./Dockerfile.eta";
import gradleWrapper from "./gradle-wrapper.properties.eta";
import pom from "./pom.xml.eta";
import gradleSettings from "./settings.gradle.eta";
import { type SpringRelease, springRelease } from "./springRelease";

/** Releases that the tests of this project run with. */
const releases = {
  sdk: "3.6.0",
  junit: "5.11.4",
  surefire: "3.5.2",
  compiler: "3.13.0",
  dependencies: "3.8.1",
  gradle: "8.14.3",
} as const;

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
  version: releases.sdk,
};

function librariesOf(spring: SpringRelease | undefined): readonly Library[] {
  if (!spring) {
    return [sdkLibrary, { group: "org.junit.jupiter", artifact: "junit-jupiter", version: releases.junit, test: true }];
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
  const java = spring?.java ?? 11;
  const libraries = librariesOf(spring);
  return { ...releases, ...spring, spring, java, javaVersion: java === 8 ? "1.8" : java, name, packageName, libraries };
}

/** What builds the application: `pom.xml`, or Gradle's files. */
export function buildFiles(request: ApplicationRequest): ApplicationFile[] {
  const values = buildValues(request);
  if (request.build === "maven") return [{ path: "pom.xml", text: pom(values) }];
  return [
    { path: "build.gradle", text: gradle(values) },
    { path: "settings.gradle", text: gradleSettings(values) },
    { path: "gradle/wrapper/gradle-wrapper.properties", text: gradleWrapper({ version: releases.gradle }) },
  ];
}

/** Folder of what is built. */
export const builtFolder = ({ build }: ApplicationRequest): string => (build === "maven" ? "target" : "build/libs");

/** `.gitignore` and `.dockerignore`. */
export const javaIgnoredText = ({ build }: ApplicationRequest): string =>
  ignored({ built: `${build === "maven" ? "target/" : "build/\n.gradle/"}\nlog/` });

/** Images of Docker Hub for a plain application. */
const plainImages = {
  maven: "maven:3.9-eclipse-temurin-17",
  gradle: "gradle:8.14-jdk17",
  run: "eclipse-temurin:17-jre",
} as const;

/** `Dockerfile`: built in one image, run in another one by a user without rights. */
export function javaDockerText(request: ApplicationRequest): string {
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
