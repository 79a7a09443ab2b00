package dev.troupe.task;

/// Who started this process among others like it, and says through the environment which one it is.
public enum Platform {
    /// Nobody did: all settings come from the program.
    NONE,

    /// Kubernetes: `DI_NODES` (host names in rank order) and `DI_RANK`. The default when both are set.
    K8S,

    /// Slurm: `SLURM_NTASKS`, `SLURM_NTASKS_PER_NODE`, `SLURM_NODELIST`, `SLURM_PROCID` and `SLURMD_NODENAME`.
    SLURM;

    /// The platform of that name, in small letters.
    ///
    /// @throws SettingException when there is none
    public static Platform of(String name) {
        return Choice.of(Platform.class, "platform", name);
    }

    @Override
    public String toString() {
        return Choice.name(this);
    }
}
