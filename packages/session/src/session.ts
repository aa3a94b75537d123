// The entry of @sonde/session: one debug session, and the clients attached to it.

export { Adapter, type AdapterEnvironment } from './adapter.js';
export { attachSchema, checkAttach } from './attach-configuration.js';
export { capabilitiesOf, safeCapabilities } from './capabilities.js';
export type { Rights } from './clients/client.js';
export { DebugSession, type SessionState } from './debug-session.js';
export { diagnosticText } from './program/diagnostics.js';
export { SessionDirectory, type SessionSummary } from './directory.js';
export {
  checkLaunch,
  launchSchema,
  type CheckedLaunch,
  type LaunchConfiguration,
} from './launch-configuration.js';
export { buildProgram } from './program/program-build.js';
export { programFileKind, programFileProblem, type ProgramFileKind } from './program/program-file.js';
export { chooseLanguage, languageOfFile, languageWithEndings } from './program/program-language.js';
export { recordingExtension } from './recording/recording-file.js';
export { canBeRecorded, whyNotRecorded } from './time/recorded-time.js';
export {
  isRecording,
  recordingName,
  recordingOf,
  requireRecordingPlace,
  writeRecording,
  type RecordedRun,
} from './recording/save-recording.js';
export { allRequests } from './requests/requests.js';
export type { Statement, WhyReport, WhySite } from './breakpoints/why-report.js';
