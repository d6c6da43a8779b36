import { literal } from "../../java/javaLayout";
import { hasSample } from "../base/sampleValue";
import { sample, type TypeTexts } from "../java/javaContractText";
import { jsonSamples, type SpringContract, type SpringFunction } from "./springContract";
import { resultText } from "./springControllerText";

/** `"item" to the controller` as a call of the test's own method, and the same call of the service. */
function testOf(types: TypeTexts, contract: string, spring: SpringFunction, number: number): string {
  const { own, found } = spring;
  const { declared, reads, route } = found;
  const path = `/api/${contract}/${route}${reads ? "" : "/simulate"}`;
  const body = declared.inputs.length === 0 ? "null" : literal(JSON.stringify(jsonSamples(declared.inputs)));
  const method = reads && declared.inputs.length === 0 ? "GET" : "POST";
  const values = own.inputs.map(({ type }, at) => sample(types, type, declared.inputs[at]?.shape ?? { kind: "bool" }));
  const call = `service.${reads ? own.names.call : own.names.simulate}(${values.join(", ")})`;
  const answer = types.answer(own);
  const asked =
    answer === "void"
      ? `          ${call};\n          return null;\n`
      : `          ${answer} result = ${call};\n          return ${resultText(types, `${contract}Json`, spring, "result")};\n`;
  return `
  @Test
  @DisplayName(${literal(declared.signature)})
  void function${number}() throws Exception {
    same(
        HttpMethod.${method},
        ${literal(path)},
        ${body},
        () -> {
${asked}        });
  }
`;
}

/** `KioskControllerTest.java`: the routes on an embedded chain. */
export function controllerTestText(packageName: string, types: TypeTexts, spring: SpringContract): string {
  const { name, functions, contract } = spring;
  const values = contract.client.constructorInputs.map(({ type }, at) =>
    sample(types, type, contract.contract.abi.constructorInputs[at]?.shape ?? { kind: "bool" }),
  );
  const tests = functions.flatMap((each, number) =>
    hasSample(each.found.declared.inputs) ? [testOf(types, name, each, number)] : [],
  );
  const paths = functions.map(({ found }) => literal(`/api/${name}/${found.route}`));
  return `package ${packageName};

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.concurrent.Callable;
import org.fisco.bcos.sdk.v3.transaction.model.exception.ContractException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.client.TestRestTemplate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.core.env.Environment;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The routes on an embedded chain: they give what the contract gives, and fail where it fails. */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = "api.token=of-these-tests")
class ${name}ControllerTest {
  @RegisterExtension static final DevChain devChain = new DevChain();

  private static ${name}Service service;

  @Autowired private TestRestTemplate rest;
  @Autowired private ObjectMapper json;

  /** Change the values to what the contract can be deployed with. */
  @BeforeAll
  static void deploy() throws Exception {
    service = ${name}Service.deploy(${["devChain.chain()", ...values].join(", ")});
  }

  @DynamicPropertySource
  static void address(DynamicPropertyRegistry settings) {
    settings.add(
        ${literal(`contract.${name}`)},
        () -> service.contract(devChain.chain()).getContractAddress());
  }

  /** The embedded chain in place of that of the settings. */
  @TestConfiguration
  static class OnDevChain {
    @Bean
    @Primary
    ChainConnection devConnection(Environment settings) {
      return new ChainConnection(settings) {
        @Override
        public synchronized Chain chain() {
          return devChain.chain();
        }
      };
    }
  }

  private ResponseEntity<JsonNode> ask(HttpMethod method, String path, String body) {
    HttpHeaders headers = new HttpHeaders();
    headers.setBearerAuth("of-these-tests");
    if (body != null) {
      headers.setContentType(MediaType.APPLICATION_JSON);
    }
    return rest.exchange(path, method, new HttpEntity<>(body, headers), JsonNode.class);
  }

  private void same(HttpMethod method, String path, String body, Callable<Object> call)
      throws Exception {
    ResponseEntity<JsonNode> answer = ask(method, path, body);
    String got = String.valueOf(answer.getBody());
    try {
      JsonNode expected = json.valueToTree(call.call());
      assertEquals(200, answer.getStatusCode().value(), got);
      assertEquals(expected, answer.getBody().get("result"));
    } catch (ContractException error) {
      assertEquals(422, answer.getStatusCode().value(), got);
      assertEquals(error.getMessage(), answer.getBody().get("error").get("message").asText());
    } catch (IllegalArgumentException error) {
      assertEquals(502, answer.getStatusCode().value(), got);
    }
  }

  @Test
  void standsInTheOpenApiPage() {
    JsonNode paths = ask(HttpMethod.GET, "/v3/api-docs", null).getBody().get("paths");
    for (String path : new String[] {${paths.join(", ")}}) {
      assertTrue(paths.has(path), path);
    }
  }

  @Test
  void answersWhetherTheChainDoes() {
    JsonNode health = ask(HttpMethod.GET, "/actuator/health", null).getBody();
    assertEquals("UP", health.get("status").asText(), health.toString());
  }
${tests.join("")}}
`;
}
