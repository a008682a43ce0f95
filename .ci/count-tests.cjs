// Adds up vitest's JSON reports into the line `N passed, N failed`, after the names of what failed. Fails when a report
// is missing, empty, or tells of a failure, a file that could not be loaded included.
const { readFileSync } = require("node:fs");

let passed = 0;
let failed = 0;
for (const file of process.argv.slice(2)) {
  try {
    const report = JSON.parse(readFileSync(file, "utf8"));
    passed += report.numPassedTests;
    failed += report.numFailedTests;
    if (report.numPassedTests === 0) failed += 1;
    if (!report.success && report.numFailedTests === 0) failed += 1;
    for (const { name, message, assertionResults } of report.testResults) {
      if (message) console.log(`${file}: ${name}: ${message}`);
      for (const { status, fullName, failureMessages } of assertionResults) {
        if (status === "failed") console.log(`${file}: ${name}: ${fullName}\n${failureMessages.join("\n")}`);
      }
    }
  } catch (error) {
    console.error(`${file}: ${error.message}`);
    failed += 1;
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
