type Launch = { files?: readonly FileSystemHandle[] }
type LaunchQueue = { setConsumer: (consumer: (launch: Launch) => void) => void }

/** Whether the system can open the app with files: only if Chromium has installed it. */
const hasLaunchQueue = (target: object): target is { launchQueue: LaunchQueue } =>
  'launchQueue' in target && target.launchQueue !== undefined

const isFile = (handle: FileSystemHandle): handle is FileSystemFileHandle => handle.kind === 'file'

type LaunchFile = { file: File; handle: FileSystemFileHandle }

/** Reads the files behind the handles. Skips those that cannot be read. */
const readFiles = async (handles: FileSystemFileHandle[]): Promise<LaunchFile[]> => {
  const files = await Promise.all(
    handles.map(async (handle) => {
      const file = await handle.getFile().catch(() => undefined)
      return file && { file, handle }
    }),
  )
  return files.filter((file) => file !== undefined)
}

/** Calls `onFiles` each time the system opens the app with files. */
export const followLaunches = (target: object, onFiles: (files: LaunchFile[]) => void): void => {
  if (!hasLaunchQueue(target)) return
  target.launchQueue.setConsumer(({ files = [] }) => void readFiles(files.filter(isFile)).then(onFiles))
}
