// Entry of the conformance suite: checks of the protocol for any adapter, from a one-file profile.
export { CheckFailure, CheckSkipped, referenceLink } from './check.js';
export type { ActiveCheck, Check, CheckText, Needs, PassiveCheck, Reference } from './check.js';
export { allChecks } from './checks/all.js';
export { allFaults } from './faults/all.js';
export type { Fault } from './faults/fault.js';
export { ProfileProblem, loadProfile } from './load-profile.js';
export type { LoadedProfile } from './load-profile.js';
export { profileSchema } from './profile.js';
export type { ConformanceProfile } from './profile.js';
export { count, hasFailed } from './report.js';
export type { CheckResult, Outcome, Report } from './report.js';
export { UnusableAdapter, runSuite } from './suite.js';
export type { SuiteOptions } from './suite.js';
