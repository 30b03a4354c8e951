/** What the engine reads of a create request. */
import {z} from "zod";

const Strings = z.array(z.string());
/** Docker takes a command as one string too. */
const Command = z.union([Strings, z.string().transform((text) => [text])]);

export const CreateBody = z.looseObject({
  Image: z.string().min(1),
  Cmd: Command.nullish(),
  Entrypoint: Command.nullish(),
  Env: Strings.nullish(),
  Labels: z.record(z.string(), z.string()).nullish(),
  ExposedPorts: z.record(z.string(), z.unknown()).nullish(),
  Volumes: z.record(z.string(), z.unknown()).nullish(),
  Tty: z.boolean().nullish(),
  WorkingDir: z.string().nullish(),
  User: z.string().nullish(),
  Healthcheck: z.unknown().optional(),
  HostConfig: z
    .looseObject({
      PortBindings: z
        .record(
          z.string(),
          z.array(z.looseObject({HostIp: z.string().optional(), HostPort: z.string().optional()})).nullable()
        )
        .nullish(),
      Binds: Strings.nullish(),
      Mounts: z
        .array(
          z.looseObject({
            Type: z.string(),
            Source: z.string().optional(),
            Target: z.string(),
            ReadOnly: z.boolean().optional()
          })
        )
        .nullish(),
      RestartPolicy: z.looseObject({Name: z.string().optional(), MaximumRetryCount: z.number().optional()}).nullish(),
      AutoRemove: z.boolean().nullish(),
      DeviceRequests: z.array(z.looseObject({Driver: z.string().optional()})).nullish(),
      ShmSize: z.number().nullish(),
      IpcMode: z.string().nullish()
    })
    .nullish()
});
export type CreateBody = z.infer<typeof CreateBody>;
