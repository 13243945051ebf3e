type Permissions = Record<
  'queryPermission' | 'requestPermission',
  (descriptor: { mode: 'read' }) => Promise<'granted' | 'denied' | 'prompt'>
>

/** Only Chromium has permissions on handles; in other browsers an existing handle can be read. */
const hasPermissions = (handle: object): handle is Permissions =>
  'queryPermission' in handle && 'requestPermission' in handle

/** Whether a stored handle may be read now, needs a prompt, or was denied by the person. */
export const queryReadPermission = async (
  handle: FileSystemFileHandle,
): Promise<'granted' | 'denied' | 'prompt'> =>
  hasPermissions(handle) ? handle.queryPermission({ mode: 'read' }) : 'granted'

/**
 * Prompts the person. A browser allows this only shortly after a tap; otherwise the task shows that it waits.
 */
export const requestReadPermission = async (handle: FileSystemFileHandle): Promise<void> => {
  if (hasPermissions(handle)) await handle.requestPermission({ mode: 'read' }).catch(() => undefined)
}
