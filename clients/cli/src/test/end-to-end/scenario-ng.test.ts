import { describeScenario } from '@sonde/testkit/vitest';
import { stdio, tcpServer, webServer } from './fixtures.js';
import { ngProfile } from './profiles.js';

describeScenario(ngProfile, {
  stdio: async () => stdio(),
  TCP: tcpServer(),
  WebSocket: webServer(),
});
