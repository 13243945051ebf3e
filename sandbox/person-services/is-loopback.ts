/** Whether a request came from this machine: what inspects and controls the stand-ins is for nobody else. */
export const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && /^(?:::ffff:)?127\.|^::1$/.test(address)
