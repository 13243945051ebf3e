type Permissions = Record<
  'queryPermission' | 'requestPermission',
  (descriptor: { mode: 'read' }) => Promise<'granted' | 'denied' | 'prompt'>
>

/** Only Chromium has permissions on handles; elsewhere a handle that exists can be read. */
const hasPermissions = (handle: object): handle is Permissions =>
  'queryPermission' in handle && 'requestPermission' in handle

/** Whether a stored handle may be read now, after a prompt, or not because the person refused. */
export const readPermission = async (
  handle: FileSystemFileHandle,
): Promise<'granted' | 'denied' | 'prompt'> =>
  hasPermissions(handle) ? handle.queryPermission({ mode: 'read' }) : 'granted'

/** Prompts the person. A browser allows it only in the moments after a tap: otherwise the task says that it waits. */
export const requestRead = async (handle: FileSystemFileHandle): Promise<void> => {
  if (hasPermissions(handle)) await handle.requestPermission({ mode: 'read' }).catch(() => undefined)
}
