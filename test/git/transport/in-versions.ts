// Tests of git in every version of the protocol.
import { test } from "vitest";
import { isSample } from "../../support/sample.ts";
import { type Version, versions } from "./upload-server.ts";

/**
 * Declares the tests of one version. In a sample each test runs in one version only: the first test in the first version,
 * the second one in the second, and so on.
 */
export function testsIn(version: Version): (title: string, run: () => Promise<void>) => void {
  let tests = 0;
  return (title, run) => {
    const only = versions[tests % versions.length];
    tests += 1;
    if (!isSample || version === only) test(title, run);
  };
}
