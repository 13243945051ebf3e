type Permissions = Record<
  'queryPermission' | 'requestPermission',
  (descriptor: { mode: 'read' }) => Promise<'granted' | 'denied' | 'prompt'>
>

/**
 * Whether a handle has permissions. Only Chromium has them; other browsers can always read a stored handle.
 */
const hasPermissions = (handle: object): handle is Permissions =>
  'queryPermission' in handle && 'requestPermission' in handle

/** Resolves to whether a stored handle may be read now, needs a prompt, or was denied by the coach. */
export const queryReadPermission = async (
  handle: FileSystemFileHandle,
): Promise<'granted' | 'denied' | 'prompt'> =>
  hasPermissions(handle) ? handle.queryPermission({ mode: 'read' }) : 'granted'

/**
 * Asks the coach for permission to read a file. A browser rejects this unless the coach has just tapped. The
 * rejection is ignored, because the task still shows that it waits for permission.
 */
export const requestReadPermission = async (handle: FileSystemFileHandle): Promise<void> => {
  if (hasPermissions(handle)) await handle.requestPermission({ mode: 'read' }).catch(() => undefined)
}
