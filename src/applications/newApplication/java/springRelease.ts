import type { ApplicationKind } from "../base/application";

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
const releases: { readonly [Kind in ApplicationKind]?: SpringRelease } = {
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
export const springRelease = (kind: ApplicationKind): SpringRelease | undefined => releases[kind];
