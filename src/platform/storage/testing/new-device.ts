import { beforeEach } from 'vitest'
import { eraseDevice } from '../erase-device.ts'

// The tests of a browser share its storage, from one file to the next: what one leaves behind would be on the device of another.
beforeEach(() => eraseDevice(window))
