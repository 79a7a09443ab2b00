package dev.troupe.task;

/// The system that started this process together with others, and that tells it its rank through environment variables.
public enum Platform {
    /// No platform: all settings come from the program.
    NONE,

    /// Kubernetes: `DI_NODES` (host names in rank order) and `DI_RANK`. The default when both are set.
    K8S,

    /// Slurm: `SLURM_NTASKS`, `SLURM_NTASKS_PER_NODE`, `SLURM_NODELIST`, `SLURM_PROCID` and `SLURMD_NODENAME`.
    SLURM;

    /// The platform with this name, in lower case.
    ///
    /// @throws SettingException if there is none
    public static Platform of(String name) {
        return Choice.of(Platform.class, "platform", name);
    }

    @Override
    public String toString() {
        return Choice.name(this);
    }
}
