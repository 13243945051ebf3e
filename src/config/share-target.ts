/**
 * The path that the share sheet posts files to (Web Share Target). The service worker stores the files.
 * Without a service worker, the request reaches the server, which redirects to `lostSharePath`.
 */
export const shareTargetPath = '/share-files'
export const lostSharePath = '/files?share=lost'
/** The form field with the files. */
export const shareField = 'files'

/** The types that a phone's gallery may share with the app, declared in the manifest. */
export const shareableTypes = ['video/*', 'image/*', 'application/pdf']
/** The most files of one share. */
export const maxSharedFiles = 100

/** Whether a type such as `video/mp4` may be shared. */
export const isShareableType = (type: string): boolean =>
  shareableTypes.some(
    (pattern) => type === pattern || (pattern.endsWith('/*') && type.startsWith(pattern.slice(0, -1))),
  )

/** The MIME types and file extensions that a desktop offers to open with the app. */
export const fileHandlerTypes = {
  'video/mp4': ['.mp4', '.m4v'],
  'video/quicktime': ['.mov'],
  'video/webm': ['.webm'],
  'video/x-matroska': ['.mkv'],
}
