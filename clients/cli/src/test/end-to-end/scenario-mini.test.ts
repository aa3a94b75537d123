import { describeScenario } from '@sonde/testkit/vitest';
import { stdio, tcpServer, webServer } from './fixtures.js';
import { miniProfile } from './profiles.js';

describeScenario(miniProfile, {
  stdio: async () => stdio(),
  TCP: tcpServer(),
  WebSocket: webServer(),
});
