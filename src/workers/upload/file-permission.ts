type Permissions = Record<
  'queryPermission' | 'requestPermission',
  (descriptor: { mode: 'read' }) => Promise<'granted' | 'denied' | 'prompt'>
>

/** Only Chromium has permissions on handles; elsewhere a handle that exists can be read. */
const hasPermissions = (handle: object): handle is Permissions =>
  'queryPermission' in handle && 'requestPermission' in handle

/** Whether a stored handle may be read without asking. */
export const mayRead = async (handle: FileSystemFileHandle): Promise<boolean> =>
  !hasPermissions(handle) || (await handle.queryPermission({ mode: 'read' })) === 'granted'

/** Asks the person, which a browser allows only in the moments after a tap. */
export const askToRead = async (handle: FileSystemFileHandle): Promise<boolean> =>
  !hasPermissions(handle) || (await handle.requestPermission({ mode: 'read' })) === 'granted'
