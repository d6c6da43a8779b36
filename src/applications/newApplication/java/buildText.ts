// Build files of Java applications.
import type { ApplicationFile, ApplicationRequest } from "../base/application";
import { secretFiles } from "../base/secretFiles";
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

const dependency = ({ group, artifact, version, test }: Library): string => `    <dependency>
      <groupId>${group}</groupId>
      <artifactId>${artifact}</artifactId>
${version === undefined ? "" : `      <version>${version}</version>\n`}${test ? "      <scope>test</scope>\n" : ""}    </dependency>
`;

const plainPlugins = `      <plugin>
        <groupId>org.apache.maven.plugins</groupId>
        <artifactId>maven-compiler-plugin</artifactId>
        <version>${releases.compiler}</version>
        <configuration>
          <!-- the SDK brings an annotation processor that newer compilers don't run -->
          <proc>none</proc>
        </configuration>
      </plugin>
      <plugin>
        <groupId>org.apache.maven.plugins</groupId>
        <artifactId>maven-surefire-plugin</artifactId>
        <version>${releases.surefire}</version>
      </plugin>
      <plugin>
        <groupId>org.apache.maven.plugins</groupId>
        <artifactId>maven-dependency-plugin</artifactId>
        <version>${releases.dependencies}</version>
        <executions>
          <execution>
            <id>libraries</id>
            <phase>package</phase>
            <goals>
              <goal>copy-dependencies</goal>
            </goals>
            <configuration>
              <outputDirectory>\${project.build.directory}/lib</outputDirectory>
              <includeScope>runtime</includeScope>
            </configuration>
          </execution>
        </executions>
      </plugin>
`;

const springPlugins = `      <plugin>
        <groupId>org.apache.maven.plugins</groupId>
        <artifactId>maven-compiler-plugin</artifactId>
        <configuration>
          <!-- the SDK brings an annotation processor that newer compilers don't run -->
          <proc>none</proc>
        </configuration>
      </plugin>
      <plugin>
        <groupId>org.springframework.boot</groupId>
        <artifactId>spring-boot-maven-plugin</artifactId>
      </plugin>
`;

const parent = ({ boot }: SpringRelease): string => `  <parent>
    <groupId>org.springframework.boot</groupId>
    <artifactId>spring-boot-starter-parent</artifactId>
    <version>${boot}</version>
    <relativePath/>
  </parent>
`;

const plainProperties = `    <maven.compiler.release>11</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
`;
const springProperties = ({ java }: SpringRelease): string =>
  `    <java.version>${java === 8 ? "1.8" : java}</java.version>\n`;

/** `pom.xml`. */
const pomText = (
  { name, packageName }: ApplicationRequest,
  spring: SpringRelease | undefined,
): string => `<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
${spring ? parent(spring) : ""}  <groupId>${packageName}</groupId>
  <artifactId>${name}</artifactId>
  <version>0.1.0</version>
  <packaging>jar</packaging>
  <properties>
${spring ? springProperties(spring) : plainProperties}  </properties>
  <dependencies>
${librariesOf(spring).map(dependency).join("")}  </dependencies>
  <build>
    <finalName>${name}</finalName>
    <plugins>
${spring ? springPlugins : plainPlugins}    </plugins>
  </build>
</project>
`;

const gradleLine = ({ group, artifact, version, test }: Library): string =>
  `    ${test ? "testImplementation" : "implementation"} '${[group, artifact, version].filter(Boolean).join(":")}'\n`;

const springGradlePlugins = ({ boot }: SpringRelease): string =>
  `    id 'org.springframework.boot' version '${boot}'\n`;

const springGradleTasks = (name: string): string => `
tasks.named('bootJar') {
    archiveFileName = '${name}.jar'
}
tasks.named('jar') {
    enabled = false
}
`;

const plainGradleTasks = (name: string): string => `
tasks.named('jar') {
    archiveFileName = '${name}.jar'
}
def libraries = tasks.register('libraries', Sync) {
    from configurations.runtimeClasspath
    into layout.buildDirectory.dir('libs/lib')
}
tasks.named('assemble') {
    dependsOn libraries
}
`;

/** `build.gradle`. */
function gradleText({ name, packageName }: ApplicationRequest, spring: SpringRelease | undefined): string {
  const platform = spring
    ? "    implementation enforcedPlatform(org.springframework.boot.gradle.plugin.SpringBootPlugin.BOM_COORDINATES)\n"
    : `    testImplementation platform('org.junit:junit-bom:${releases.junit}')\n`;
  const release =
    spring?.java === 8
      ? `java {
    sourceCompatibility = JavaVersion.VERSION_1_8
    targetCompatibility = JavaVersion.VERSION_1_8
}
`
      : `tasks.withType(JavaCompile).configureEach {
    options.release = ${spring?.java ?? 11}
}
`;
  return `plugins {
    id 'java'
${spring ? springGradlePlugins(spring) : ""}}

group = '${packageName}'
version = '0.1.0'

repositories {
    mavenCentral()
}

dependencies {
${platform}${librariesOf(spring).map(gradleLine).join("")}    testRuntimeOnly 'org.junit.platform:junit-platform-launcher'
}

${release}tasks.withType(JavaCompile).configureEach {
    options.encoding = 'UTF-8'
}
tasks.named('test') {
    useJUnitPlatform()
}
${spring ? springGradleTasks(name) : plainGradleTasks(name)}`;
}

/** The plugins come from Maven Central, too. */
const gradleSettingsText = (name: string): string => `pluginManagement {
    repositories {
        mavenCentral()
    }
}

rootProject.name = '${name}'
`;

const wrapperText = (version: string): string => `distributionBase=GRADLE_USER_HOME
distributionPath=wrapper/dists
distributionUrl=https\\://services.gradle.org/distributions/gradle-${version}-bin.zip
networkTimeout=10000
validateDistributionUrl=true
zipStoreBase=GRADLE_USER_HOME
zipStorePath=wrapper/dists
`;

/** What builds the application: `pom.xml`, or Gradle's files. */
export function buildFiles(request: ApplicationRequest): ApplicationFile[] {
  const spring = springRelease(request.kind);
  if (request.build === "maven") return [{ path: "pom.xml", text: pomText(request, spring) }];
  return [
    { path: "build.gradle", text: gradleText(request, spring) },
    { path: "settings.gradle", text: gradleSettingsText(request.name) },
    { path: "gradle/wrapper/gradle-wrapper.properties", text: wrapperText(releases.gradle) },
  ];
}

/** Folder of what is built. */
export const builtFolder = ({ build }: ApplicationRequest): string => (build === "maven" ? "target" : "build/libs");

/** `.gitignore` and `.dockerignore`. */
export const javaIgnoredText = ({
  build,
}: ApplicationRequest): string => `${build === "maven" ? "target/" : "build/\n.gradle/"}
log/
${secretFiles}`;

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
  const folder = builtFolder(request);
  const command = build === "maven" ? "mvn -q -B -DskipTests package" : "gradle --no-daemon -q assemble";
  const libraries = spring ? "" : `COPY --from=build /app/${folder}/lib lib\n`;
  const started = spring
    ? `RUN mkdir /data && chown 1000 /data
USER 1000
VOLUME /data
ENV SERVER_ADDRESS=0.0.0.0 API_TOKEN_FILE=/data/api-token
EXPOSE 8080
CMD ["java", "-jar", "app.jar"]
`
    : `USER 1000
CMD ["java", "-cp", "app.jar:lib/*", "${packageName}.Main"]
`;
  return `FROM ${images[build]} AS build
WORKDIR /app
COPY . .
RUN ${command}

FROM ${images.run}
WORKDIR /app
${libraries}COPY --from=build /app/${folder}/${name}.jar app.jar
${started}`;
}
