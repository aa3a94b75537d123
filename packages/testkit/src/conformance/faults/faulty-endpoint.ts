// An endpoint with a fault in it: whatever connects to the adapter through it meets an adapter that has the fault.
import { createTransportPair } from '@sonde/dap';
import type { Endpoint, OpenEndpoint } from '../../endpoint.js';
import type { Fault } from './fault.js';
import { FaultyConnection } from './faulty-connection.js';

export function faultyEndpoint(endpoint: Endpoint, fault: Fault): Endpoint {
  const open = async (): Promise<OpenEndpoint> => withFault(await endpoint.open(), fault);
  const openFrom = async (origin: string): Promise<OpenEndpoint> => {
    if (fault.letsAnyPageIn === true) return open();
    return withFault((await endpoint.openFrom?.(origin)) ?? (await endpoint.open()), fault);
  };
  return {
    description: `${endpoint.description}, which ${fault.does}`,
    line: endpoint.line,
    open,
    ...(endpoint.openFrom === undefined ? {} : { openFrom }),
  };
}

function withFault({ transport, process }: OpenEndpoint, fault: Fault): OpenEndpoint {
  const [ours, client] = createTransportPair({ framing: transport.framing });
  new FaultyConnection(ours, transport, fault.seed?.() ?? {});
  return { transport: client, ...(process === undefined ? {} : { process }) };
}
